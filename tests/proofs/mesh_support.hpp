// Closed surfaces of triangles, compiled as meshes, and the truth about them: rays against each triangle, distances to
// each.
#pragma once

#include <string>
#include <vector>

#include "formats/patch_mesh.hpp"
#include "proofs/triangle_sweep.hpp"
#include "support/proof_support.hpp"

namespace hullbake::test {

struct MeshBody {
    std::string obj;
    std::vector<Triangle> triangles;
};

/// Returns a closed surface around the origin: rings of points at random distances, which look in (a cave) or out (a
/// rock). Whole coordinates, so that the lattice changes nothing. Rough ones have ridges and spikes.
MeshBody closedSurface(bool looksIn, double least, double most, SplitMix& random);
Proof bakeMesh(const std::string& obj, const std::vector<HullSpec>& hulls);

/// Adds the triangles of the mesh of a curved patch. A cell is divided by its ridge if it is a plane but for an eighth
/// of a unit, else by its shorter diagonal.
void appendTriangles(const PatchMesh& mesh, std::vector<Triangle>& to);

/// Returns the distance of a point from the nearest triangle.
double distanceTo(const std::vector<Triangle>& all, const Vec3& p);
/// Returns the fraction at which a segment first meets a triangle from any side, 2 if it meets none.
double firstHit(const std::vector<Triangle>& all, const Vec3& from, const Vec3& to);
/// Returns true if a point is within the closed surface: a ray crosses it an odd number of times.
bool isWithin(const std::vector<Triangle>& all, const Vec3& p);

}  // namespace hullbake::test
