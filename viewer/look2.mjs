import { serve, browser } from "./look.mjs";
import { execSync } from "node:child_process";
const b = await browser();
const times = () => { const out = execSync("ps -eo pid,ppid,times,cputimes,args").toString(); return out; };
const cpu = () => { // seconds by kind of chromium process
  const sums = {};
  for (const line of execSync("ps -eo pid,args").toString().split("\n")) {
    if (!line.includes("chromium") && !line.includes("stickslip view")) continue;
    const pid = line.trim().split(" ")[0];
    let t; try { t = execSync(`cat /proc/${pid}/stat`, {stdio:["ignore","pipe","ignore"]}).toString().split(") ")[1].split(" "); } catch { continue; }
    const kind = line.includes("stickslip view") ? "server" : (/--type=([a-z-]+)/.exec(line)?.[1] ?? "browser");
    sums[kind] = (sums[kind] ?? 0) + (Number(t[11]) + Number(t[12])) / 100;
  }
  return sums;
};
async function measure(label, target, options = {}) {
  const s = await serve(target, process.env.PAGEDIR);
  const p = await b.newPage({viewport:{width:1440,height:900}});
  await p.addInitScript(() => {
    window.gls = {main:0, shadow:0, draws:0, buffers:0};
    const P = WebGL2RenderingContext.prototype;
    const clear = P.clear; P.clear = function(m){ window.gls[this.getParameter(this.FRAMEBUFFER_BINDING) ? "shadow":"main"]++; return clear.call(this,m); };
    for (const k of ["drawElements","drawArrays","drawElementsInstanced","drawArraysInstanced"]) { const f=P[k]; P[k]=function(...a){window.gls.draws++; return f.apply(this,a);}; }
    for (const k of ["bufferData","bufferSubData"]) { const f=P[k]; P[k]=function(...a){window.gls.buffers++; return f.apply(this,a);}; }
  });
  await p.goto(s.address);
  await p.waitForTimeout(2500);
  if (options.before) await options.before(p);
  const client = await p.context().newCDPSession(p);
  await client.send("Profiler.enable"); await client.send("Profiler.setSamplingInterval", {interval: 1000});
  if (!(await p.evaluate(()=>window.stickslip.playing))) await p.keyboard.press("Space");
  await p.waitForTimeout(1000);
  const c0 = cpu();
  await client.send("Profiler.start");
  const a = await p.evaluate(()=>({d:JSON.stringify(window.gls), playing: window.stickslip.playing, g:{...window.gls}, step:window.stickslip.step, t:performance.now()}));
  const n = await p.evaluate(()=>new Promise((done)=>{let n=0; const t0=performance.now(); const f=()=>{n++; if(performance.now()-t0<5000) requestAnimationFrame(f); else done(n/5);}; requestAnimationFrame(f);}));
  const z = await p.evaluate(()=>({d:JSON.stringify(window.gls), playing: window.stickslip.playing, g:{...window.gls}, step:window.stickslip.step, t:performance.now()}));
  const {profile} = await client.send("Profiler.stop");
  const c1 = cpu();
  const dt = (z.t-a.t)/1000;
  console.log(label, `raf ${n.toFixed(1)}/s`, `playing ${a.playing} ${z.playing} drawn ${((z.g.main-a.g.main)/dt).toFixed(1)}/s draws a frame ${((z.g.draws-a.g.draws)/(z.g.main-a.g.main)).toFixed(0)} buffers ${((z.g.buffers-a.g.buffers)/(z.g.main-a.g.main)).toFixed(0)} shadow ${z.g.shadow-a.g.shadow}`, `ms gpu a frame ${(1000*((c1["gpu-process"]-c0["gpu-process"])/(z.g.main-a.g.main))).toFixed(0)} ms renderer ${(1000*((c1["renderer"]-c0["renderer"])/(z.g.main-a.g.main))).toFixed(0)}`, `steps/s ${((z.step-a.step)/dt).toFixed(1)}`, Object.entries(c1).map(([k,v])=>`${k} ${((v-(c0[k]??0))/dt).toFixed(2)}`).join(" "));
  const self = new Map(); const dur = profile.timeDeltas; const idx = new Map(profile.nodes.map(n=>[n.id,n]));
  profile.samples.forEach((id,i)=>{const n=idx.get(id).callFrame; const k=n.functionName+":"+n.lineNumber; self.set(k,(self.get(k)??0)+dur[i]);});
  const total=[...self.values()].reduce((x,y)=>x+y,0);
  console.log("   ", [...self].sort((x,y)=>y[1]-x[1]).slice(0,10).map(([k,v])=>`${k} ${(100*v/total).toFixed(0)}%`).join(", "));
  await p.close(); s.kill();
}
const which = process.argv[2] ?? "all";
await measure("stack live", "stack");
await measure("dominoes live", "dominoes");
await measure("dominoes recorded", "/tmp/u/d.rec");
await measure("conveyor live", "conveyor-line");
await b.close();
