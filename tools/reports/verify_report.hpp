// Reports of `hullbake verify`: tables for people and JSON for programs.
#pragma once

#include <string>

#include "oracle/campaign/verify.hpp"

namespace hullbake::cli {

/// The files that were compared.
struct VerifyPaths {
    std::string hull, map;
};

/// Returns tables and the differences, for people.
std::string verifyText(const oracle::VerifyResult& result, const VerifyPaths& paths,
                       const oracle::VerifySettings& settings);
/// Returns tallies and differences as one JSON object. Ends with a newline.
std::string verifyJson(const oracle::VerifyResult& result, const VerifyPaths& paths,
                       const oracle::VerifySettings& settings);

}  // namespace hullbake::cli
