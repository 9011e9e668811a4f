// A box body as the tables of a map whose world is one brush, so that queries of shapes answer for it as for the world.
#pragma once

#include "hullbake/format.hpp"
#include "hullbake/scene.hpp"

namespace hullbake::detail {

/// The tables refer to the object, which must outlive them. Faces of the brush are those of no map.
class BodyTables {
  public:
    explicit BodyTables(const Body& body);
    BodyTables(const BodyTables&) = delete;
    BodyTables& operator=(const BodyTables&) = delete;

    const format::Tables& tables() const { return tables_; }

  private:
    format::SideRecord sides_[6];
    format::CornerRecord corners_[8];
    format::EdgeRecord edges_[12];
    format::BrushRecord brush_;
    format::ShapeRecord shape_{};
    format::BvhNode node_;
    format::ModelRecord model_{};
    format::Tables tables_;
};

}  // namespace hullbake::detail
