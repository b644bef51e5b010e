// Boxes: separating axes (Gottschalk et al. 1996), then the incident face is clipped by the
// sides of the reference face, or two edges meet at their closest points. At most four points.
#if POINTS > 1
template <u32 MOST> struct CandidatesOf {
  u32 count;
  f32 gap[MOST];
  v3 at[MOST];
  u32 feature[MOST];
  v3 u, v; // axes of the reference face
};
typedef CandidatesOf<8> Candidates;

// Four of more points: the outermost in four directions fixed in the reference face, a
// choice that does not follow micrometres of depth, and the deepest where it is deeper by far.
template <class Any> DEVICE void choose_points(const Params& P, const Any& c, Manifold& m) {
  u32 pick[4], count = 0;
  if (c.count <= 4) {
    for (u32 i = 0; i < c.count; i++) pick[count++] = i;
  } else {
    f32 low = 1e30f;
    u64 taken = 0;
    for (u32 k = 0; k < 4; k++) {
      f32 cu = k == 0 ? 1.0f : k == 1 ? -0.3f : k == 2 ? -1.0f : 0.3f;
      f32 cv = k == 0 ? 0.3f : k == 1 ? 1.0f : k == 2 ? -0.3f : -1.0f;
      u32 best = 0;
      f32 far = -1e30f;
      for (u32 i = 0; i < c.count; i++) {
        f32 q = cu * dot(c.at[i], c.u) + cv * dot(c.at[i], c.v);
        if (q > far && !((taken >> i) & 1u)) { far = q; best = i; }
      }
      taken |= 1ull << best;
      pick[k] = best;
      low = lesser(low, c.gap[best]);
    }
    count = 4;
    u32 deepest = 0;
    for (u32 i = 1; i < c.count; i++) if (c.gap[i] < c.gap[deepest]) deepest = i;
    if (c.gap[deepest] < low - P.deeper) { // it replaces the nearest of the four
      u32 nearest = 0;
      f32 near = 1e30f;
      for (u32 k = 0; k < 4; k++) {
        v3 e = c.at[pick[k]] - c.at[deepest];
        f32 q = dot(e, e);
        if (q < near) { near = q; nearest = k; }
      }
      for (u32 k = 0; k < 4; k++) if (k == nearest) pick[k] = deepest;
    }
  }
  for (u32 i = 0; i < count; i++) {
    m.arm[i] = c.at[pick[i]];
    m.gap[i] = c.gap[pick[i]];
    m.feature[i] = c.feature[pick[i]];
  }
  m.count = count;
}
DEVICE void box_plane(const Params& P, const Solid& box, v3 n, f32 above, f32 margin, Manifold& m) {
  float4 q = box.orientation, e = box.extents;
  v3 a = rotated(q, V(e.x, 0, 0)), b = rotated(q, V(0, e.y, 0)), c = rotated(q, V(0, 0, e.z));
  Candidates found;
  found.count = 0;
  m.apart = 1e30f;
  m.normal = -n;
  tangents(n, found.u, found.v);
  for (u32 i = 0; i < 8; i++) {
    v3 r = ((i & 1) ? 1.0f : -1.0f) * a + ((i & 2) ? 1.0f : -1.0f) * b + ((i & 4) ? 1.0f : -1.0f) * c;
    f32 gap = above + dot(n, r);
    m.apart = lesser(m.apart, gap);
    if (gap < margin) {
      found.gap[found.count] = gap;
      found.at[found.count] = r - (0.5f * gap) * n;
      found.feature[found.count++] = i;
    }
  }
  choose_points(P, found, m);
}
// The face of `incident` that looks at face k of `reference`, clipped by its sides.
DEVICE void clip_faces(const v3* R, const f32* hr, v3 rc, u32 k, f32 sign, const v3* I, const f32* hi, v3 ic, u32 code,
                       f32 margin, Candidates& c) {
  u32 k1 = (k + 1) % 3, k2 = (k + 2) % 3, q = 0;
  v3 n = sign * R[k];
  f32 most = -1.0f, side = 1.0f;
  for (u32 j = 0; j < 3; j++) {
    f32 t = dot(I[j], n);
    if (fabsf(t) > most) { most = fabsf(t); q = j; side = t > 0 ? -1.0f : 1.0f; }
  }
  u32 q1 = (q + 1) % 3, q2 = (q + 2) % 3, count = 4;
  v3 centre = ic + (side * hi[q]) * I[q] - rc;
  f32 pu[8], pv[8], pw[8];
  u32 pf[8];
  for (u32 e = 0; e < 4; e++) {
    f32 s1 = (e == 0 || e == 3) ? 1.0f : -1.0f, s2 = e < 2 ? 1.0f : -1.0f;
    v3 p = centre + (s1 * hi[q1]) * I[q1] + (s2 * hi[q2]) * I[q2];
    pu[e] = dot(p, R[k1]); pv[e] = dot(p, R[k2]); pw[e] = dot(p, n) - hr[k]; pf[e] = e;
  }
  for (u32 plane = 0; plane < 4; plane++) {
    f32 limit = plane < 2 ? hr[k1] : hr[k2], sn = (plane & 1) ? -1.0f : 1.0f;
    f32 qu[8], qv[8], qw[8];
    u32 qf[8], o = 0;
    for (u32 e = 0; e < count; e++) {
      u32 f = e + 1 == count ? 0 : e + 1;
      f32 c0 = sn * (plane < 2 ? pu[e] : pv[e]) - limit, c1 = sn * (plane < 2 ? pu[f] : pv[f]) - limit;
      if (c0 <= 0 && o < 8) { qu[o] = pu[e]; qv[o] = pv[e]; qw[o] = pw[e]; qf[o] = pf[e]; o++; }
      if ((c0 <= 0) != (c1 <= 0) && o < 8) {
        f32 t = c0 / (c0 - c1);
        qu[o] = pu[e] + t * (pu[f] - pu[e]); qv[o] = pv[e] + t * (pv[f] - pv[e]); qw[o] = pw[e] + t * (pw[f] - pw[e]);
        qf[o] = 8u + plane * 8u + ((c0 <= 0 ? pf[e] : pf[f]) & 7u);
        o++;
      }
    }
    count = o;
    for (u32 e = 0; e < count; e++) { pu[e] = qu[e]; pv[e] = qv[e]; pw[e] = qw[e]; pf[e] = qf[e]; }
  }
  c.u = R[k1];
  c.v = R[k2];
  for (u32 e = 0; e < count; e++) if (pw[e] < margin) {
    c.gap[c.count] = pw[e];
    c.at[c.count] = rc + pu[e] * R[k1] + pv[e] * R[k2] + (hr[k] + 0.5f * pw[e]) * n;
    c.feature[c.count++] = pf[e] | (code << 6);
  }
}
// `before`: the axis of the last time (0–2 faces of A, 3–5 of B, 6–14 edges), kept while no other
// is better by more than the hysteresis; an edge is never kept against a face.
DEVICE void box_box(const Params& P, const Solid& a, const Solid& b, v3 d, f32 margin, u32 before, Manifold& m) {
  v3 A[3], B[3];
  for (u32 i = 0; i < 3; i++) {
    v3 e = V(i == 0 ? 1.0f : 0.0f, i == 1 ? 1.0f : 0.0f, i == 2 ? 1.0f : 0.0f);
    A[i] = rotated(a.orientation, e);
    B[i] = rotated(b.orientation, e);
  }
  f32 ha[3] = {a.extents.x, a.extents.y, a.extents.z}, hb[3] = {b.extents.x, b.extents.y, b.extents.z};
  f32 C[3][3], S[3][3], da[3], db[3];
  for (u32 i = 0; i < 3; i++) {
    da[i] = dot(d, A[i]);
    db[i] = dot(d, B[i]);
    for (u32 j = 0; j < 3; j++) { C[i][j] = dot(A[i], B[j]); S[i][j] = fabsf(C[i][j]); }
  }
  f32 face = -1e30f, kept = -1e30f;
  u32 code = 0;
  for (u32 i = 0; i < 3; i++) {
    f32 s = fabsf(da[i]) - ha[i] - (hb[0] * S[i][0] + hb[1] * S[i][1] + hb[2] * S[i][2]);
    if (i == before) kept = s;
    if (s > face + (i ? 1e-4f * ha[i] : 0.0f)) { face = s; code = i; }
  }
  for (u32 j = 0; j < 3; j++) {
    f32 s = fabsf(db[j]) - hb[j] - (ha[0] * S[0][j] + ha[1] * S[1][j] + ha[2] * S[2][j]);
    if (3 + j == before) kept = s;
    if (s > face + 1e-4f * hb[j]) { face = s; code = 3 + j; }
  }
  m.apart = face;
  if (face > margin) return;
  f32 edge = -1e30f;
  u32 pair = NOBODY;
  v3 normal = V(0, 0, 1), kept_normal = normal;
  for (u32 i = 0; i < 3; i++) for (u32 j = 0; j < 3; j++) {
    v3 axis = cross(A[i], B[j]);
    f32 l2 = dot(axis, axis);
    if (l2 < 1e-5f) continue; // parallel
    f32 over = 1.0f / sqrtf(l2), along = dot(d, axis);
    u32 i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    f32 s = (fabsf(along) - (ha[i1] * S[i2][j] + ha[i2] * S[i1][j] + hb[j1] * S[i][j2] + hb[j2] * S[i][j1])) * over;
    v3 n = (along > 0 ? over : -over) * axis;
    if (s > margin) { m.apart = s; return; }
    if (6 + i * 3 + j == before) { kept = s; kept_normal = n; }
    if (s > edge) { edge = s; pair = i * 3 + j; normal = n; }
  }
  m.apart = greater(face, edge);
  bool edges = pair != NOBODY && edge > face + P.edge_gain;
  if (before < 6) {
    if (kept > m.apart - P.hysteresis) { code = before; edges = false; }
  } else if (edges && before < 15 && kept > edge - P.hysteresis && kept > face + P.edge_gain) {
    pair = before - 6; edge = kept; normal = kept_normal;
  }
  Candidates c;
  c.count = 0;
  if (code < 3) {
    f32 sign = da[code] > 0 ? 1.0f : -1.0f;
    m.normal = sign * A[code];
    clip_faces(A, ha, V(0, 0, 0), code, sign, B, hb, d, code, margin, c);
  } else {
    f32 sign = db[code - 3] < 0 ? 1.0f : -1.0f;
    m.normal = -(sign * B[code - 3]);
    clip_faces(B, hb, d, code - 3, sign, A, ha, V(0, 0, 0), code, margin, c);
  }
  if (c.count == 0 && pair != NOBODY) edges = true;
  if (edges) {
    u32 i = pair / 3, j = pair % 3;
    m.normal = normal;
    v3 pa = V(0, 0, 0), pb = d;
    for (u32 k = 0; k < 3; k++) {
      if (k != i) pa = pa + (dot(A[k], normal) > 0 ? ha[k] : -ha[k]) * A[k];
      if (k != j) pb = pb - (dot(B[k], normal) > 0 ? hb[k] : -hb[k]) * B[k];
    }
    v3 u = A[i], v = B[j], g = pb - pa;
    f32 cosine = C[i][j], over = 1.0f / greater(1.0f - cosine * cosine, 1e-7f), gu = dot(g, u), gv = dot(g, v);
    f32 s = clamped((gu - cosine * gv) * over, ha[i]), t = clamped((cosine * gu - gv) * over, hb[j]);
    c.count = 1;
    c.gap[0] = edge;
    c.at[0] = 0.5f * ((pa + s * u) + (pb + t * v));
    c.feature[0] = (6 + pair) << 6;
  }
  choose_points(P, c, m);
}
#endif
