// What `hullbake verify` prints.
#pragma once

#include <string>

#include "oracle/campaign/verify.hpp"

namespace hullbake::cli {

struct VerifyPaths {
    std::string hull, map;
};

/// Tables and differences, for people.
std::string verifyText(const oracle::VerifyResult& result, const VerifyPaths& paths,
                       const oracle::VerifySettings& settings);
/// One JSON object.
std::string verifyJson(const oracle::VerifyResult& result, const VerifyPaths& paths,
                       const oracle::VerifySettings& settings);

}  // namespace hullbake::cli
