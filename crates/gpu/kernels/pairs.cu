// Pairs that may touch until the grid is sorted again. A pair belongs to the body of the smaller
// number; the order of pairs is a function of the state alone.
//
// A pair is listed where its bounds are closer than m = base + dt |v_a − v_b|, at most `most`.
// With p = t v + e the way of a body, an unlisted pair stays apart while every |e| ≤ base/2,
// t ≤ dt and |p| ≤ most/2; beyond dt, (t − dt)|v| counts as part of |e|. `advance` watches that.

DEVICE f32 pair_margin(const Params& P, f32 speed) { return lesser(P.margin + P.step * speed, P.most_margin); }

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

template <class Each> DEVICE void for_partners(const World& w, const Params& P, u32 s, Each each) {
  float4 x = w.position[s];
  int4 c = w.cell[s];
  v3 v = V(w.motion[2 * s]);
  u32 id = w.id[s];
  f32 rim = POINTS > 1 ? x.w * length(V(w.motion[2 * s + 1])) : 0.0f;
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
        f32 speed = length(V(w.motion[2 * t]) - v) + rim;
        if (POINTS > 1) speed += o.w * length(V(w.motion[2 * t + 1]));
        f32 margin = pair_margin(P, speed);
        reach = x.w + o.w + margin;
        if (d2 >= reach * reach) continue;
#if POINTS > 1
        float4 a = w.bounds_half[s], b = w.bounds_half[t];
        if (fabsf(d.x) > a.x + b.x + margin || fabsf(d.y) > a.y + b.y + margin || fabsf(d.z) > a.z + b.z + margin) continue;
#endif
        each(t);
      }
    }
  }
  f32 margin = pair_margin(P, length(v) + rim);
  for (u32 wall = 0; wall < P.walls; wall++)
    if (wall_distance(w, P, wall, c, V(x)) - x.w < margin) each(WALL + wall);
}
KERNEL count_pairs(World w, u32, u32) {
  const Params& P = w.p;
  FOR(s, P.bodies) {
    u32 count = 0;
    for_partners(w, P, s, [&](u32) { count++; });
    w.pair_count[s] = count;
  }
}
KERNEL write_pairs(World w, u32, u32) {
  const Params& P = w.p;
  FOR(s, P.bodies) {
    u32 k = w.pair_start[s];
    for_partners(w, P, s, [&](u32 t) {
      if (k < P.most_pairs) {
        w.pair[k] = make_uint2(s, t);
        if (t < WALL) atomic_add(w.second_count + t, 1u);
      }
      k++;
    });
    if (s == P.bodies - 1) {
      w.stat->pairs_needed = k;
      w.stat->pairs = k < P.most_pairs ? k : P.most_pairs;
    }
  }
}
// Pairs of which a body is the second.
KERNEL list_seconds(World w, u32, u32) {
  u32 n = w.stat->pairs;
  FOR(k, n) {
    u32 b = w.pair[k].y;
    if (b < WALL) w.second[w.second_start[b] + atomic_add(w.second_fill + b, 1u)] = k;
  }
}
KERNEL sort_seconds(World w, u32, u32) {
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
