// Convex hulls: corners, faces with loops of corners (anticlockwise seen from outside), and edges
// with the faces beside them. A box is the hull of number 0 times its half edges.
#if FORMS && POINTS > 1
struct Hull { u32 corner, corners, face, faces, edge, edges; v3 scale; };
struct Face { v3 normal; f32 offset; u32 first, count; };
// An edge from a to b; along it the normals turn from n0 to n1.
struct Edge { v3 a, b, n0, n1; };

DEVICE Hull hull_of(const World& w, const Solid& s) {
  Hull h;
  u32 number = s.kind == BOX ? 0u : bits_of(s.extents.w);
  int4 one = w.hull[2 * number], two = w.hull[2 * number + 1];
  h.corner = (u32)one.x; h.corners = (u32)one.y; h.face = (u32)one.z; h.faces = (u32)one.w;
  h.edge = (u32)two.x; h.edges = (u32)two.y;
  h.scale = s.kind == BOX ? V(s.extents) : V(1, 1, 1);
  return h;
}
DEVICE v3 corner_of(const World& w, const Hull& h, u32 i) {
  float4 c = w.hull_corner[h.corner + i];
  return V(h.scale.x * c.x, h.scale.y * c.y, h.scale.z * c.z);
}
DEVICE Face face_of(const World& w, const Hull& h, u32 i) {
  float4 f = w.hull_face[h.face + i];
  Face face;
  face.normal = V(f);
  face.first = bits_of(f.w) >> 6;
  face.count = bits_of(f.w) & 63u;
  face.offset = dot(face.normal, corner_of(w, h, w.hull_loop[face.first]));
  return face;
}
DEVICE Edge edge_of(const World& w, const Hull& h, u32 i) {
  int4 e = w.hull_edge[h.edge + i];
  Edge edge;
  edge.a = corner_of(w, h, (u32)e.x);
  edge.b = corner_of(w, h, (u32)e.y);
  edge.n0 = V(w.hull_face[h.face + (u32)e.z]);
  edge.n1 = V(w.hull_face[h.face + (u32)e.w]);
  return edge;
}
// The least n·x of a hull, and where that is.
DEVICE f32 lowest_of(const World& w, const Hull& h, v3 n, v3& where) {
  f32 low = 1e30f;
  for (u32 i = 0; i < h.corners; i++) {
    v3 c = corner_of(w, h, i);
    f32 x = dot(n, c);
    if (x < low) { low = x; where = c; }
  }
  return low;
}
// The face that looks most along −n.
DEVICE Face facing(const World& w, const Hull& h, v3 n) {
  u32 best = 0;
  f32 least = 1e30f;
  for (u32 i = 0; i < h.faces; i++) {
    f32 x = dot(n, V(w.hull_face[h.face + i]));
    if (x < least) { least = x; best = i; }
  }
  return face_of(w, h, best);
}

// A polygon, or with two corners a piece of a line, that is cut by planes.
#define CORNERS 64u
struct Patch { u32 count; v3 at[CORNERS]; u32 id[CORNERS]; };
DEVICE_CALL void cut(Patch& p, v3 side, f32 limit, u32 code) {
  Patch q;
  q.count = 0;
  for (u32 e = 0; e < p.count; e++) {
    u32 f = e + 1 == p.count ? 0 : e + 1;
    f32 c0 = dot(side, p.at[e]) - limit, c1 = dot(side, p.at[f]) - limit;
    if (c0 <= 0 && q.count < CORNERS) { q.at[q.count] = p.at[e]; q.id[q.count++] = p.id[e]; }
    if (p.count == 2 && e == 1) break; // a line has no way back
    if ((c0 <= 0) != (c1 <= 0) && q.count < CORNERS) {
      q.at[q.count] = p.at[e] + (c0 / (c0 - c1)) * (p.at[f] - p.at[e]);
      q.id[q.count++] = 32u + ((code * 7u + (c0 <= 0 ? p.id[e] : p.id[f])) & 31u);
    }
  }
  p.count = q.count;
  for (u32 e = 0; e < q.count; e++) { p.at[e] = q.at[e]; p.id[e] = q.id[e]; }
}
// Cuts to what lies above a face.
DEVICE void cut_to_face(const World& w, const Hull& h, const Face& face, f32 slack, Patch& p) {
  for (u32 i = 0; i < face.count && p.count; i++) {
    v3 a = corner_of(w, h, w.hull_loop[face.first + i]);
    v3 b = corner_of(w, h, w.hull_loop[face.first + (i + 1 == face.count ? 0 : i + 1)]);
    v3 side = cross(b - a, face.normal);
    side = (1.0f / greater(length(side), 1e-20f)) * side;
    cut(p, side, dot(side, a) + slack, i);
  }
}
typedef CandidatesOf<CORNERS> Found;
// Points at most a margin above n·x = offset, of what is rounded by a radius.
DEVICE void find_above(const Patch& p, v3 n, f32 offset, f32 radius, f32 margin, u32 code, Found& c) {
  tangents(n, c.u, c.v);
  for (u32 i = 0; i < p.count; i++) {
    f32 gap = dot(n, p.at[i]) - offset - radius;
    if (gap < margin && c.count < CORNERS) {
      c.gap[c.count] = gap;
      c.at[c.count] = p.at[i] - (radius + 0.5f * gap) * n;
      c.feature[c.count++] = (p.id[i] & 63u) | (code << 6);
    }
  }
}
DEVICE f32 least_gap(const Found& c) {
  f32 least = 1e30f;
  for (u32 i = 0; i < c.count; i++) least = lesser(least, c.gap[i]);
  return least;
}
DEVICE void add_point(Found& c, v3 at, f32 gap, u32 feature) {
  if (c.count == CORNERS) return;
  c.at[c.count] = at;
  c.gap[c.count] = gap;
  c.feature[c.count++] = feature;
}

// Closest points p + s u and q + t v of two pieces of lines, which may be points (Ericson 2005).
DEVICE f32 part_of(f32 x) { return lesser(greater(x, 0.0f), 1.0f); }
DEVICE void closest_of_lines(v3 p, v3 u, v3 q, v3 v, f32& s, f32& t) {
  v3 r = p - q;
  f32 a = dot(u, u), e = dot(v, v), c = dot(u, r), f = dot(v, r);
  s = t = 0;
  if (a < 1e-20f) { if (e >= 1e-20f) t = part_of(f / e); return; }
  if (e < 1e-20f) { s = part_of(-c / a); return; }
  f32 b = dot(u, v), d = a * e - b * b;
  if (d > 1e-6f * a * e) s = part_of((b * f - c * e) / d);
  t = (b * s + f) / e;
  if (t < 0) { t = 0; s = part_of(-c / a); }
  else if (t > 1) { t = 1; s = part_of((b - c) / a); }
}

// ---- a line from p0 to p1, rounded by a radius, against a hull, in the axes of the hull
// The normal leads from the hull to the line. Where they are apart, the closest points decide
// (those of edges, and ends above faces), else the axis of least overlap; a face that separates
// as well as any other direction carries both ends of the line.
struct LineContact { v3 normal; f32 apart; Found points; };

DEVICE bool is_above(const World& w, const Hull& h, const Face& face, v3 p) {
  for (u32 i = 0; i < face.count; i++) {
    v3 a = corner_of(w, h, w.hull_loop[face.first + i]);
    v3 b = corner_of(w, h, w.hull_loop[face.first + (i + 1 == face.count ? 0 : i + 1)]);
    if (dot(cross(b - a, face.normal), p - a) > 0) return false;
  }
  return true;
}
DEVICE_CALL void line_hull(const World& w, const Params& P, const Hull& h, f32 size, v3 p0, v3 p1, f32 radius, f32 margin, LineContact& found) {
  f32 reach = margin + radius, bias = 1e-5f * size, face = -1e30f, from = 0, to = 1;
  u32 best = 0;
  bool outside = false;
  found.points.count = 0;
  for (u32 i = 0; i < h.faces; i++) {
    Face own = face_of(w, h, i);
    f32 s0 = dot(own.normal, p0) - own.offset, s1 = dot(own.normal, p1) - own.offset, s = lesser(s0, s1);
    if (s > face + bias) { face = s; best = i; }
    if (s > 0) outside = true;
    else if (s0 > 0) from = greater(from, s0 / (s0 - s1));
    else if (s1 > 0) to = lesser(to, s0 / (s0 - s1));
  }
  found.apart = face - radius;
  if (face > reach) return;
  v3 u = p1 - p0, closest = V(0, 0, 0), normal = V(0, 0, 1);
  f32 other = -1e30f; // what another direction than a face separates by
  if (outside || from >= to) {
    f32 least = 1e30f;
    for (u32 i = 0; i < h.edges; i++) {
      int4 e = w.hull_edge[h.edge + i];
      v3 a = corner_of(w, h, (u32)e.x), v = corner_of(w, h, (u32)e.y) - a;
      f32 s, t;
      closest_of_lines(p0, u, a, v, s, t);
      v3 own = p0 + s * u, away = own - (a + t * v);
      f32 l = length(away);
      if (l < least) { least = l; closest = own; if (l > 1e-9f) normal = (1.0f / l) * away; }
    }
    for (u32 i = 0; i < h.faces; i++) {
      Face own = face_of(w, h, i);
      for (u32 end = 0; end < 2; end++) {
        v3 p = end ? p1 : p0;
        f32 s = dot(own.normal, p) - own.offset;
        if (s > 0 && s < least && is_above(w, h, own, p)) { least = s; closest = p; normal = own.normal; }
      }
    }
    other = least;
    found.apart = other - radius;
    if (other > reach) return;
  } else {
    for (u32 i = 0; i < h.edges; i++) {
      Edge e = edge_of(w, h, i);
      v3 along = e.b - e.a, axis = cross(u, along);
      f32 l2 = dot(axis, axis);
      if (l2 < 1e-5f * dot(u, u) * dot(along, along) || l2 < 1e-30f) continue;
      axis = (1.0f / sqrtf(l2)) * axis;
      if (dot(axis, e.a) < 0) axis = -axis;
      // The hull ends at this edge along the axis where both faces beside it fall away.
      if (dot(axis, cross(e.n0, along)) > 0 || dot(axis, cross(along, e.n1)) > 0) continue;
      f32 s = dot(axis, p0 - e.a);
      if (s <= other) continue;
      f32 x, y;
      closest_of_lines(p0, u, e.a, along, x, y);
      other = s;
      closest = p0 + x * u;
      normal = axis;
    }
    if (other < face + P.edge_gain) other = -1e30f; // a face is as good
    found.apart = greater(face, other) - radius;
  }
  if (other <= face + bias) {
    Face own = face_of(w, h, best);
    Patch line;
    line.count = dot(u, u) > 1e-12f * size * size ? 2u : 1u;
    line.at[0] = p0; line.id[0] = 0;
    line.at[1] = p1; line.id[1] = 1;
    cut_to_face(w, h, own, bias, line);
    found.normal = own.normal;
    find_above(line, own.normal, own.offset, radius, margin, best, found.points);
    if (found.points.count && least_gap(found.points) < greater(other, face) - radius + 10.0f * bias) return;
    found.points.count = 0;
    if (other < -1e29f) { // nothing lies above the face: the lower end
      closest = dot(own.normal, u) > 0 ? p0 : p1;
      other = face;
      normal = own.normal;
    }
  }
  found.normal = normal;
  f32 gap = other - radius;
  tangents(normal, found.points.u, found.points.v);
  if (gap < margin) add_point(found.points, closest - (radius + 0.5f * gap) * normal, gap, 512u << 6);
}

// ---- two hulls, b at d, in the axes of a; `before`: the axis of the last time
struct Placed { Hull hull; v3 at, x, y, z; }; // axes of a hull
DEVICE v3 turned_out(const Placed& b, v3 v) { return v.x * b.x + v.y * b.y + v.z * b.z; }
DEVICE v3 turned_in(const Placed& b, v3 v) { return V(dot(b.x, v), dot(b.y, v), dot(b.z, v)); }
#define OF_SECOND 512u
#define OF_EDGES 1024u
// Points of the face of one hull that looks at a face of another, in the axes of the latter.
DEVICE void clip_hulls(const World& w, const Hull& reference, const Face& face, const Placed& other, u32 code, f32 separation, f32 slack,
                       f32 margin, Found& c) {
  Patch p;
  v3 n = turned_in(other, face.normal), low;
  Face own = facing(w, other.hull, n);
  p.count = own.count;
  for (u32 i = 0; i < own.count; i++) {
    p.at[i] = other.at + turned_out(other, corner_of(w, other.hull, w.hull_loop[own.first + i]));
    p.id[i] = i;
  }
  cut_to_face(w, reference, face, slack, p);
  find_above(p, face.normal, face.offset, 0.0f, margin, code, c);
  // The lowest corner, where its face is another one or lies beside the face.
  if (separation < 0 && least_gap(c) > 0.5f * separation) {
    lowest_of(w, other.hull, n, low);
    add_point(c, other.at + turned_out(other, low) - (0.5f * separation) * face.normal, separation, 63u | (code << 6));
  }
}
DEVICE_CALL void hull_hull(const World& w, const Params& P, const Solid& a, const Solid& b, v3 d, f32 size, f32 margin, u32 before, Manifold& m) {
  Hull A = hull_of(w, a);
  Placed B;
  B.hull = hull_of(w, b);
  B.at = unrotated(a.orientation, d);
  B.x = unrotated(a.orientation, rotated(b.orientation, V(1, 0, 0)));
  B.y = unrotated(a.orientation, rotated(b.orientation, V(0, 1, 0)));
  B.z = unrotated(a.orientation, rotated(b.orientation, V(0, 0, 1)));
  f32 bias = 1e-4f * size, slack = 1e-5f * size, face = -1e30f, kept = -1e30f;
  u32 code = 0;
  v3 low;
  for (u32 i = 0; i < A.faces; i++) {
    Face own = face_of(w, A, i);
    f32 s = dot(own.normal, B.at) + lowest_of(w, B.hull, turned_in(B, own.normal), low) - own.offset;
    if (s > margin) { m.apart = s; return; }
    if (i == before) kept = s;
    if (s > face + (i ? bias : 0.0f)) { face = s; code = i; }
  }
  for (u32 i = 0; i < B.hull.faces; i++) {
    Face own = face_of(w, B.hull, i);
    v3 n = turned_out(B, own.normal);
    f32 s = lowest_of(w, A, n, low) - dot(n, B.at) - own.offset;
    if (s > margin) { m.apart = s; return; }
    if (OF_SECOND + i == before) kept = s;
    if (s > face + bias) { face = s; code = OF_SECOND + i; }
  }
  f32 edge = -1e30f;
  v3 normal = V(0, 0, 1), at = normal;
  u32 pair = 0;
  for (u32 i = 0; i < A.edges; i++) {
    Edge e = edge_of(w, A, i);
    v3 u = e.b - e.a;
    for (u32 j = 0; j < B.hull.edges; j++) {
      Edge f = edge_of(w, B.hull, j);
      v3 v = turned_out(B, f.b - f.a), m0 = turned_out(B, f.n0), m1 = turned_out(B, f.n1);
      // A face of the difference of both: the arcs of their normals cross (Gregorius 2013).
      f32 cu = -dot(m0, u), du = -dot(m1, u), av = dot(e.n0, v), bv = dot(e.n1, v);
      if (!(cu * du < 0 && av * bv < 0 && cu * bv > 0)) continue;
      v3 axis = cross(u, v);
      f32 l2 = dot(axis, axis);
      if (l2 < 1e-5f * dot(u, u) * dot(v, v)) continue;
      axis = (1.0f / sqrtf(l2)) * axis;
      if (dot(axis, e.a) < 0) axis = -axis;
      v3 q = B.at + turned_out(B, f.a);
      f32 s = dot(axis, q - e.a);
      if (s > margin) { m.apart = s; return; }
      if (s <= edge) continue;
      f32 x, y;
      closest_of_lines(e.a, u, q, v, x, y);
      edge = s;
      normal = axis;
      at = 0.5f * ((e.a + x * u) + (q + y * v));
      pair = OF_EDGES + ((i * B.hull.edges + j) & 0xFFFFu);
    }
  }
  m.apart = greater(face, edge);
  bool edges = edge > face + P.edge_gain;
  if (before < OF_EDGES && kept > m.apart - P.hysteresis) { code = before; face = kept; edges = false; }
  Found c;
  c.count = 0;
  if (!edges) {
    if (code < OF_SECOND) {
      Face own = face_of(w, A, code);
      normal = own.normal;
      clip_hulls(w, A, own, B, code, face, slack, margin, c);
    } else { // in the axes of b
      Face own = face_of(w, B.hull, code - OF_SECOND);
      Placed back;
      back.hull = A;
      back.x = turned_in(B, V(1, 0, 0)); back.y = turned_in(B, V(0, 1, 0)); back.z = turned_in(B, V(0, 0, 1));
      back.at = -turned_in(B, B.at);
      clip_hulls(w, B.hull, own, back, code, face, slack, margin, c);
      normal = -turned_out(B, own.normal);
      for (u32 i = 0; i < c.count; i++) c.at[i] = B.at + turned_out(B, c.at[i]);
      tangents(normal, c.u, c.v);
    }
    if (c.count == 0 && edge > -1e29f) edges = true;
  }
  if (edges) {
    c.count = 0;
    add_point(c, at, edge, pair << 6);
  }
  choose_points(P, c, m);
  m.normal = rotated(a.orientation, normal);
  for (u32 i = 0; i < POINTS; i++) if (i < m.count) m.arm[i] = rotated(a.orientation, m.arm[i]);
}
DEVICE_CALL void hull_plane(const World& w, const Params& P, const Solid& a, v3 n, f32 above, f32 margin, Manifold& m) {
  Hull h = hull_of(w, a);
  Patch p;
  Found c;
  c.count = 0;
  p.count = h.corners;
  v3 own = unrotated(a.orientation, n), low;
  m.apart = above + lowest_of(w, h, own, low);
  for (u32 i = 0; i < h.corners; i++) { p.at[i] = corner_of(w, h, i); p.id[i] = i; }
  find_above(p, own, -above, 0.0f, margin, 0, c);
  choose_points(P, c, m);
  m.normal = -n;
  for (u32 i = 0; i < POINTS; i++) if (i < m.count) m.arm[i] = rotated(a.orientation, m.arm[i]);
}

// ---- balls and capsules along y: lines from −half to half, rounded
struct Rod { v3 half; f32 radius; };
DEVICE bool is_rod(const Solid& s) { return s.kind == SPHERE || s.kind == CAPSULE; }
DEVICE Rod rod_of(const Solid& s) {
  Rod r;
  r.radius = s.extents.x;
  r.half = s.kind == CAPSULE ? rotated(s.orientation, V(0, s.extents.y - s.extents.x, 0)) : V(0, 0, 0);
  return r;
}
// `flipped`: the hull is A, and the rod at −d from it.
DEVICE void rod_hull(const World& w, const Params& P, const Solid& rod, const Solid& hull, v3 d, bool flipped, f32 size, f32 margin, Manifold& m) {
  Rod r = rod_of(rod);
  LineContact found;
  line_hull(w, P, hull_of(w, hull), size, unrotated(hull.orientation, -d - r.half), unrotated(hull.orientation, r.half - d), r.radius, margin, found);
  choose_points(P, found.points, m);
  m.apart = found.apart;
  v3 n = rotated(hull.orientation, found.normal);
  m.normal = flipped ? n : -n;
  for (u32 i = 0; i < POINTS; i++) if (i < m.count) {
    v3 at = rotated(hull.orientation, m.arm[i]);
    m.arm[i] = flipped ? at : at + d;
  }
}
DEVICE void rod_rod(const Params& P, const Solid& A, const Solid& B, v3 d, f32 margin, Manifold& m) {
  Rod a = rod_of(A), b = rod_of(B);
  v3 p = -a.half, u = 2.0f * a.half, q = d - b.half, v = 2.0f * b.half;
  f32 s, t, radii = a.radius + b.radius;
  closest_of_lines(p, u, q, v, s, t);
  v3 pa = p + s * u, away = q + t * v - pa, n = cross(u, v);
  f32 l = length(away), across = length(n), longest = sqrtf(dot(u, u) * dot(v, v));
  if (l > 1e-9f) n = (1.0f / l) * away;
  else if (across > 1e-20f) n = ((dot(n, d) < 0 ? -1.0f : 1.0f) / across) * n;
  else { v3 other; tangents(dot(u, u) > 1e-20f ? (1.0f / length(u)) * u : V(0, 0, 1), n, other); }
  f32 gap = l - radii;
  one_point(m, n, pa + (a.radius + 0.5f * gap) * n, gap, margin);
  if (m.count == 0 || longest < 1e-20f || across > 0.1f * longest) return;
  // Nearly along each other: both ends of what they have in common.
  f32 over = 1.0f / dot(u, u), begin = dot(q - p, u) * over, end = begin + dot(v, u) * over;
  f32 from = greater(lesser(begin, end), 0.0f), to = lesser(greater(begin, end), 1.0f);
  if (to - from < 0.02f) return;
  m.count = 0;
  for (u32 i = 0; i < 2; i++) {
    f32 x = i ? to : from;
    v3 on_a = p + x * u, on_b = q + ((x - begin) / (end - begin)) * v;
    gap = dot(n, on_b - on_a) - radii;
    if (gap > margin) continue;
    m.arm[m.count] = on_a + (a.radius + 0.5f * gap) * n;
    m.gap[m.count] = gap;
    m.feature[m.count++] = 1u + i;
  }
}
DEVICE void rod_plane(const Solid& A, v3 n, f32 above, f32 margin, Manifold& m) {
  Rod r = rod_of(A);
  m.normal = -n;
  m.count = 0;
  m.apart = 1e30f;
  for (u32 i = 0; i < 2; i++) {
    v3 end = i ? r.half : -r.half;
    f32 gap = above + dot(n, end) - r.radius;
    m.apart = lesser(m.apart, gap);
    if (gap > margin) continue;
    m.arm[m.count] = end - (r.radius + 0.5f * gap) * n;
    m.gap[m.count] = gap;
    m.feature[m.count++] = i;
  }
}
DEVICE void touch_plane(const World& w, const Params& P, const Solid& a, v3 n, f32 above, f32 margin, Manifold& m) {
  if (is_rod(a)) rod_plane(a, n, above, margin, m);
  else hull_plane(w, P, a, n, above, margin, m);
}
DEVICE void touch(const World& w, const Params& P, const Solid& a, const Solid& b, v3 d, f32 size, f32 margin, u32 before, Manifold& m) {
  if (is_rod(a) && is_rod(b)) rod_rod(P, a, b, d, margin, m);
  else if (is_rod(a)) rod_hull(w, P, a, b, d, false, size, margin, m);
  else if (is_rod(b)) rod_hull(w, P, b, a, -d, true, size, margin, m);
  else hull_hull(w, P, a, b, d, size, margin, before, m);
}
#endif
