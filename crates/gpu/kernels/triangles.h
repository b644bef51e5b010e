// A shape against a triangle of a static mesh, in the axes of the mesh.
//
// The triangle holds what lies above it, along its normal, or along the y axis below a height
// field, by its own normal: nothing catches on edges that tessellation alone has made. Edges that
// stick out, and their ends, hold what lies in front of them and of no triangle; each belongs to
// one of the triangles beside it. Deeper than `depth` there is nothing.
#if FORMS
#define STICKS_OUT 1u
#define OWNED 2u
#define UPRIGHT 4u
// Deeper behind a triangle than behind its edge by this part of a shape: the edge alone holds it.
#define DEEP 0.02f
// Less than this across (as a cosine) counts as along.
#define ACROSS 1e-4f

struct Beside { v3 normal; u32 flags; }; // of the neighbour, zero at the rim
struct Triangle { v3 corner[3], normal; u32 number[3]; f32 depth; Beside beside[3]; };
DEVICE Triangle triangle_of(const World& w, u32 t) {
  Triangle own;
  for (u32 k = 0; k < 3; k++) {
    float4 c = w.triangle[ROW * t + k], e = w.triangle[ROW * t + 4 + k];
    own.corner[k] = V(c); own.number[k] = bits_of(c.w);
    own.beside[k].normal = V(e); own.beside[k].flags = bits_of(e.w);
  }
  float4 n = w.triangle[ROW * t + 3];
  own.normal = V(n); own.depth = n.w;
  return own;
}
// Whether n leads away from all edges at a corner of the mesh.
DEVICE bool leads_away(const World& w, u32 corner, v3 n) {
  v3 at = V(w.mesh_corner[corner]);
  u32 end = w.joined_start[corner + 1];
  for (u32 i = w.joined_start[corner]; i < end; i++) {
    v3 e = V(w.mesh_corner[w.joined[i]]) - at;
    if (dot(n, e) > -ACROSS * length(e)) return false;
  }
  return true;
}
// Whether n leads away from the surface around edge k, where `at` is touched.
DEVICE bool points_out(const World& w, const Triangle& t, u32 k, v3 n, v3 at) {
  u32 next = k == 2 ? 0 : k + 1;
  v3 a = t.corner[k], b = t.corner[next], along = (1.0f / length(b - a)) * (b - a), m = t.beside[k].normal;
  bool rim = dot(m, m) < 0.5f;
  if (!(dot(n, t.normal) > 0) || (!rim && !(dot(n, m) > 0))) return false;
  if (fabsf(dot(n, along)) > 10.0f * ACROSS)
    return leads_away(w, t.number[length(at - a) < length(at - b) ? k : next], n);
  return dot(n, cross(t.normal, along)) < -ACROSS && (rim || dot(n, cross(along, m)) < -ACROSS);
}

// ---- what a triangle meets: a rounded line (balls too), or a hull
struct Part {
  bool is_rod;
  v3 p0, p1; // ends of the line
  f32 radius, size;
#if POINTS > 1
  Hull hull;
  v3 at;
  float4 q;
#endif
};
// The least n·x of its core.
DEVICE f32 lowest_part(const World& w, const Part& part, v3 n) {
#if POINTS > 1
  v3 low;
  if (!part.is_rod) return dot(n, part.at) + lowest_of(w, part.hull, unrotated(part.q, n), low);
#endif
  return lesser(dot(n, part.p0), dot(n, part.p1));
}
// Whether the way out leads past a neighbour across a ridge, behind which it is less deep.
DEVICE bool is_hidden(const World& w, const Triangle& t, const Part& part, f32 deep) {
  if (deep >= 0) return false;
  for (u32 k = 0; k < 3; k++) {
    v3 m = t.beside[k].normal;
    if (!(t.beside[k].flags & STICKS_OUT) || dot(m, m) < 0.5f) continue;
    if (lowest_part(w, part, m) - dot(m, t.corner[k]) - part.radius > deep + 1e-4f * part.size) return true;
  }
  return false;
}
// The plane that stands on edge k, as side·x = limit: upright below a height field, else along
// the normal; `height` of what is held lifts it along the normal.
DEVICE v3 side_of(const Triangle& t, u32 k, f32 height, f32& limit) {
  v3 a = t.corner[k], b = t.corner[k == 2 ? 0 : k + 1];
  v3 up = t.beside[0].flags & UPRIGHT ? V(0, 1, 0) : t.normal, side = cross(b - a, up);
  f32 l = length(side);
  side = l > 1e-12f ? (1.0f / l) * side : V(0, 0, 0);
  limit = dot(side, a + height * t.normal) + 1e-5f * length(b - a) + 2.0f * ACROSS * height;
  return side;
}

// Whether a point deep below a triangle is less deep below another: its way out leads there.
DEVICE bool leaves_elsewhere(const World& w, u32 wall, v3 p, f32 height) {
  float4 e = w.wall_extents[wall];
  u32 i = bits_of(e.x), end = bits_of(e.y);
  while (i < end) {
    float4 low = w.node[2 * i], high = w.node[2 * i + 1];
    bool near = p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y && p.z >= low.z && p.z <= high.z;
    u32 t = bits_of(low.w);
    if (near && t != NOBODY) {
      v3 n = V(w.triangle[ROW * t + 3]), a = V(w.triangle[ROW * t]), b = V(w.triangle[ROW * t + 1]), c = V(w.triangle[ROW * t + 2]);
      f32 own = dot(n, p - a);
      if (own < 0 && own > height * (1.0f - ACROSS) && dot(cross(b - a, n), p - a) <= 0 && dot(cross(c - b, n), p - b) <= 0 &&
          dot(cross(a - c, n), p - c) <= 0) return true;
    }
    i = near ? i + 1 : bits_of(high.w);
  }
  return false;
}

#if POINTS > 1
// Normal from the edge to a part, and points of it.
DEVICE void edge_points(const World& w, const Params& P, const Part& part, v3 a, v3 b, f32 margin, LineContact& found) {
  found.points.count = 0;
  if (!part.is_rod) {
    line_hull(w, P, part.hull, part.size, unrotated(part.q, a - part.at), unrotated(part.q, b - part.at), 0.0f, margin, found);
    found.normal = -rotated(part.q, found.normal);
    found.points.u = rotated(part.q, found.points.u);
    found.points.v = rotated(part.q, found.points.v);
    for (u32 i = 0; i < found.points.count; i++) found.points.at[i] = part.at + rotated(part.q, found.points.at[i]);
    return;
  }
  f32 s, t;
  closest_of_lines(part.p0, part.p1 - part.p0, a, b - a, s, t);
  v3 e = a + t * (b - a), away = part.p0 + s * (part.p1 - part.p0) - e;
  f32 l = length(away), gap = l - part.radius;
  if (gap > margin || l < 1e-9f) return;
  found.normal = (1.0f / l) * away;
  add_point(found.points, e + (0.5f * gap) * found.normal, gap, 0);
}
DEVICE_CALL void part_triangle(const World& w, const Params& P, const Part& part, const Triangle& t, u32 wall, f32 margin, v3& normal, Found& best, f32& apart) {
  f32 offset = dot(t.normal, t.corner[0]), low = lowest_part(w, part, t.normal) - offset, separation = low - part.radius;
  best.count = 0;
  apart = separation;
  normal = t.normal;
  if (separation > margin || separation < -t.depth) return;
  bool held_by_edge = is_hidden(w, t, part, separation);
  LineContact edge, own;
  own.points.count = 0;
  f32 least = 1e30f;
  for (u32 k = 0; k < 3; k++) if (t.beside[k].flags & STICKS_OUT) {
    edge_points(w, P, part, t.corner[k], t.corner[k == 2 ? 0 : k + 1], margin, edge);
    if (edge.points.count == 0) continue;
    f32 gap = least_gap(edge.points);
    bool held = false;
    for (u32 i = 0; i < edge.points.count; i++) held = held || points_out(w, t, k, edge.normal, edge.points.at[i]);
    if (!held) continue;
    if (gap > separation + DEEP * part.size) held_by_edge = true;
    if ((t.beside[k].flags & OWNED) && gap < least) { least = gap; own = edge; }
  }
  if (!held_by_edge) {
    Patch p;
    if (part.is_rod) {
      p.count = length(part.p1 - part.p0) > 1e-6f * part.size ? 2u : 1u;
      p.at[0] = part.p0; p.id[0] = 0;
      p.at[1] = part.p1; p.id[1] = 1;
    } else {
      v3 n = unrotated(part.q, t.normal), deepest;
      Face face = facing(w, part.hull, n);
      p.count = face.count;
      f32 face_low = 1e30f;
      for (u32 i = 0; i < face.count; i++) {
        v3 c = corner_of(w, part.hull, w.hull_loop[face.first + i]);
        face_low = lesser(face_low, dot(n, c));
        p.at[i] = part.at + rotated(part.q, c);
        p.id[i] = i;
      }
      if (lowest_of(w, part.hull, n, deepest) < face_low - 1e-5f * part.size) { // it stands on another corner
        p.count = 1;
        p.at[0] = part.at + rotated(part.q, deepest);
        p.id[0] = 63;
      }
    }
    for (u32 k = 0; k < 3 && p.count; k++) {
      f32 limit;
      v3 side = side_of(t, k, greater(low, 0.0f), limit);
      cut(p, side, limit, k);
    }
    if (low < -DEEP * part.size) { // some of it may leave past another triangle
      u32 left = 0;
      for (u32 i = 0; i < p.count; i++) {
        f32 height = dot(t.normal, p.at[i]) - offset;
        if (height < -DEEP * part.size && leaves_elsewhere(w, wall, p.at[i], height)) continue;
        p.at[left] = p.at[i];
        p.id[left++] = p.id[i];
      }
      p.count = left;
    }
    find_above(p, t.normal, offset, part.radius, margin, 0, best);
  }
  if (best.count == 0 && own.points.count) { best = own.points; normal = own.normal; }
}
#else
// Of balls alone: one point.
DEVICE_CALL void ball_triangle(const World& w, const Part& part, const Triangle& t, u32 wall, f32 margin, v3& normal, f32& gap, f32& apart) {
  v3 p = part.p0;
  f32 height = dot(t.normal, p - t.corner[0]);
  gap = 1e30f;
  normal = t.normal;
  apart = height - part.radius;
  if (apart > margin || apart < -t.depth) return;
  bool above = true;
  for (u32 k = 0; k < 3; k++) {
    f32 limit;
    v3 side = side_of(t, k, greater(height, 0.0f), limit);
    above = above && dot(side, p) <= limit;
  }
  if (above) {
    bool elsewhere = height < -DEEP * part.size && leaves_elsewhere(w, wall, p, height);
    if (!elsewhere && !is_hidden(w, t, part, apart)) gap = apart;
    return;
  }
  for (u32 k = 0; k < 3; k++) if ((t.beside[k].flags & (STICKS_OUT | OWNED)) == (STICKS_OUT | OWNED)) {
    v3 a = t.corner[k], v = t.corner[k == 2 ? 0 : k + 1] - a;
    v3 e = a + lesser(greater(dot(v, p - a) / dot(v, v), 0.0f), 1.0f) * v, away = p - e;
    f32 l = length(away);
    if (l < 1e-9f || l - part.radius >= gap) continue;
    v3 n = (1.0f / l) * away;
    if (points_out(w, t, k, n, e)) { gap = l - part.radius; normal = n; }
  }
}
#endif
DEVICE float4 after(float4 p, float4 q) { // the turn q, then p
  return make_float4(p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
                     p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z);
}
// A shape at the origin, and a triangle whose wall is at d.
DEVICE void touch_triangle(const World& w, const Params& P, const Solid& a, u32 triangle, v3 d, f32 size, f32 margin, Manifold& m) {
  Triangle t = triangle_of(w, triangle);
  u32 wall = wall_of(w, TRIANGLES + triangle);
  float4 turn = w.wall_orientation[wall];
  v3 at = unrotated(turn, -d), normal;
  Part part;
  part.size = size;
  part.radius = a.extents.x;
#if POINTS > 1
  part.is_rod = is_rod(a);
  part.at = at;
  part.q = after(make_float4(-turn.x, -turn.y, -turn.z, turn.w), a.orientation);
  if (part.is_rod) {
    v3 half = unrotated(turn, rod_of(a).half);
    part.p0 = at - half;
    part.p1 = at + half;
  } else {
    part.radius = 0;
    part.hull = hull_of(w, a);
  }
  Found found;
  part_triangle(w, P, part, t, wall, margin, normal, found, m.apart);
  choose_points(P, found, m);
  m.normal = -rotated(turn, normal);
  for (u32 i = 0; i < POINTS; i++) if (i < m.count) m.arm[i] = rotated(turn, m.arm[i] - at);
#else
  part.is_rod = true;
  part.p0 = part.p1 = at;
  f32 gap, apart;
  ball_triangle(w, part, t, wall, margin, normal, gap, apart);
  v3 n = rotated(turn, normal);
  one_point(m, -n, (-(part.radius + 0.5f * gap)) * n, gap, margin);
  m.apart = apart;
#endif
}
#endif
