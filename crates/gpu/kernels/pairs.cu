// Pairs that may touch until the grid is sorted again. A pair belongs to the body of the smaller
// number; the order of pairs is a function of the state alone.
//
// A pair is listed where its bounds are closer than m = stray_a + stray_b + dt |v_a − v_b|, at most
// `most`. With p = t v + e the way of a body, an unlisted pair stays apart while |e| ≤ stray of
// every body, t ≤ dt and |p| ≤ most/2; beyond dt, (t − dt)|v| counts as part of |e|. `advance`
// watches that. Fast bodies may be struck, and stray by more. dt is twice what the last lists held.

DEVICE f32 stray_of(const Params& P, f32 speed) { return 0.5f * P.margin + P.lead * speed; }
DEVICE f32 pair_margin(const World& w, f32 strays, f32 speed) { return lesser(strays + float_of(w.stat->horizon) * speed, w.p.most_margin); }

// Centre of a body beyond a half-space's plane: in double precision, since planes have no cells.
DEVICE f32 beyond_plane(const World& w, const Params& P, u32 wall, int4 c, v3 x) {
  int4 o = w.wall_cell[wall];
  float4 at = w.wall_position[wall], n = w.wall_extents[wall];
  double size = P.cell;
  double dx = size * (double)(c.x - o.x) + ((double)x.x - (double)at.x);
  double dy = size * (double)(c.y - o.y) + ((double)x.y - (double)at.y);
  double dz = size * (double)(c.z - o.z) + ((double)x.z - (double)at.z);
  return (f32)(dx * (double)n.x + dy * (double)n.y + dz * (double)n.z);
}
// The same for a point's way to a wall's centre.
DEVICE v3 to_wall(const World& w, const Params& P, u32 wall, int4 c, v3 x) {
  int4 o = w.wall_cell[wall];
  float4 at = w.wall_position[wall];
  double size = P.cell;
  return V((f32)(size * (double)(o.x - c.x) + ((double)at.x - (double)x.x)),
           (f32)(size * (double)(o.y - c.y) + ((double)at.y - (double)x.y)),
           (f32)(size * (double)(o.z - c.z) + ((double)at.z - (double)x.z)));
}
DEVICE f32 wall_distance(const World& w, const Params& P, u32 wall, int4 c, v3 x) {
  u32 kind = (u32)w.wall_cell[wall].w % 256u;
  if (kind == HALF_SPACE) return beyond_plane(w, P, wall, c, x);
  v3 d = to_wall(w, P, wall, c, x);
  float4 e = w.wall_extents[wall];
  if (kind == SPHERE) return length(d) - e.x;
  v3 p = unrotated(w.wall_orientation[wall], -d);
  return length(V(p.x - clamped(p.x, e.x), p.y - clamped(p.y, e.y), p.z - clamped(p.z, e.z)));
}

#if POINTS > 1
// Whether a plane along a face of one of two boxes, b at d, leaves more than a margin between them.
DEVICE bool beyond_faces(float4 qa, float4 a, float4 qb, float4 b, v3 d, f32 margin) {
  v3 A[3] = {rotated(qa, V(1, 0, 0)), rotated(qa, V(0, 1, 0)), rotated(qa, V(0, 0, 1))};
  v3 B[3] = {rotated(qb, V(1, 0, 0)), rotated(qb, V(0, 1, 0)), rotated(qb, V(0, 0, 1))};
  f32 ha[3] = {a.x, a.y, a.z}, hb[3] = {b.x, b.y, b.z};
  bool beyond = false;
#pragma unroll
  for (u32 i = 0; i < 3; i++) {
    f32 across_a = ha[i], across_b = hb[i];
#pragma unroll
    for (u32 j = 0; j < 3; j++) {
      across_a += hb[j] * fabsf(dot(A[i], B[j]));
      across_b += ha[j] * fabsf(dot(A[j], B[i]));
    }
    beyond = beyond || fabsf(dot(d, A[i])) > across_a + margin || fabsf(dot(d, B[i])) > across_b + margin;
  }
  return beyond;
}
#endif
#if FORMS
// Whether a body and another, or a wall, never touch.
DEVICE bool is_apart(const World& w, u32 id, u32 other) {
  u32 end = w.apart_end[id + 1];
  for (u32 i = w.apart_end[id]; i < end; i++) if (w.apart_from[i] == other) return true;
  return false;
}
#endif
template <class Each> DEVICE void for_partners(const World& w, const Params& P, u32 s, Each each) {
  float4 x = w.position[s];
  int4 c = w.cell[s];
  v3 v = V(w.motion[2 * s]);
  u32 id = w.id[s];
  f32 rim = POINTS > 1 ? x.w * length(V(w.motion[2 * s + 1])) : 0.0f, stray = stray_of(P, length(v) + rim);
  u32 size = P.bucket_mask + 1u;
  for (i32 z = c.z - 1; z <= c.z + 1; z++) for (i32 y = c.y - 1; y <= c.y + 1; y++) {
    u32 first = bucket_of(w, P, c.x - 1, y, z) & P.bucket_mask; // three cells of a row, end to end
    for (u32 part = 0; part < 2; part++) {
      u32 from = part ? 0u : first, to = part ? (first + 3u > size ? first + 3u - size : 0u) : (first + 3u > size ? size : first + 3u);
      if (from >= to) continue;
      u32 begin = w.bucket_start[from], end = w.bucket_start[to];
      for (u32 t = begin; t < end; t++) {
        if (t == s) continue;
        int4 oc = w.cell[t];
        if (oc.y != y || oc.z != z || oc.x < c.x - 1 || oc.x > c.x + 1) continue; // another cell of the bucket
        float4 o = w.position[t];
        v3 d = from_to(P, c, V(x), oc, V(o));
        f32 reach = x.w + o.w + P.most_margin, d2 = dot(d, d);
        if (d2 >= reach * reach || id >= w.id[t]) continue;
        v3 u = V(w.motion[2 * t]);
        f32 other_rim = POINTS > 1 ? o.w * length(V(w.motion[2 * t + 1])) : 0.0f;
        f32 margin = pair_margin(w, stray + stray_of(P, length(u) + other_rim), length(u - v) + rim + other_rim);
        reach = x.w + o.w + margin;
        if (d2 >= reach * reach) continue;
#if POINTS > 1
        float4 a = w.bounds_half[s], b = w.bounds_half[t];
        if (fabsf(d.x) > a.x + b.x + margin || fabsf(d.y) > a.y + b.y + margin || fabsf(d.z) > a.z + b.z + margin) continue;
#if FORMS // capsules and hulls by boxes around them
        bool boxes = (u32)c.w % 256u != SPHERE && (u32)oc.w % 256u != SPHERE;
#else
        bool boxes = (u32)c.w % 256u == BOX && (u32)oc.w % 256u == BOX;
#endif
        if (boxes && beyond_faces(w.orientation[s], w.extents[s], w.orientation[t], w.extents[t], d, margin)) continue;
#endif
#if FORMS
        if (copy_of(P, id) != copy_of(P, w.id[t]) || is_apart(w, id, w.id[t])) continue;
#endif
        each(t);
      }
    }
  }
  f32 margin = pair_margin(w, stray, length(v) + rim);
  c = home_cell(P, id, c);
  for (u32 wall = 0; wall < P.walls; wall++) {
#if FORMS
    if (is_apart(w, id, WALL + wall)) continue;
    if ((u32)w.wall_cell[wall].w % 256u == MESH) {
      for_triangles(w, wall, to_wall(w, P, wall, c, V(x)), x.w + margin, each);
      continue;
    }
#endif
    if (wall_distance(w, P, wall, c, V(x)) - x.w < margin) each(WALL + wall);
  }
}
// The first partners are noted where colours will be claimed later, and written without a second
// search.
#define PARTNERS 64u
KERNEL count_pairs(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  FOR(s, P.bodies) {
    u32 count = 0;
    for_partners(w, P, s, [&](u32 t) {
      if (count < PARTNERS) w.claims[s * PARTNERS + count] = t;
      count++;
    });
    w.pair_count[s] = count;
  }
}
KERNEL write_pairs(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  FOR(s, P.bodies) {
    u32 k = w.pair_start[s], count = w.pair_count[s];
    auto write = [&](u32 t) {
      if (k < P.most_pairs) {
        w.pair[k] = make_uint2(s, t);
        if (t < WALL) atomic_add(w.second_count + t, 1u);
      }
      k++;
    };
    if (count <= PARTNERS) for (u32 i = 0; i < count; i++) write(w.claims[s * PARTNERS + i]);
    else for_partners(w, P, s, write);
    if (s == P.bodies - 1) {
      w.stat->pairs_needed = k;
      w.stat->pairs = k < P.most_pairs ? k : P.most_pairs;
    }
  }
}
// Pairs of which a body is the second.
KERNEL list_seconds(WORLD, u32, u32) {
  IN_TURN();
  u32 n = w.stat->pairs;
  FOR(k, n) {
    u32 b = w.pair[k].y;
    if (b < WALL) w.second[w.second_start[b] + atomic_add(w.second_fill + b, 1u)] = k;
  }
}
KERNEL sort_seconds(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  FOR(s, P.bodies) {
    u32 first = w.second_start[s], end = w.second_start[s + 1];
    for (u32 i = first + 1; i < end; i++) {
      u32 own = w.second[i], j = i;
      while (j > first && w.second[j - 1] > own) { w.second[j] = w.second[j - 1]; j--; }
      w.second[j] = own;
    }
  }
}
