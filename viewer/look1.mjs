import { serve, browser } from "./look.mjs";
const b = await browser();
for (const [scene, wait] of [["dominoes", 4000], ["stack", 2000]]) {
  const s = await serve(scene, process.env.PAGEDIR);
  for (const [w,h] of [[1440,900],[390,844]]) {
    const p = await b.newPage({viewport:{width:w,height:h}});
    await p.goto(s.address);
    await p.waitForTimeout(2500);
    await p.keyboard.press("Space");
    await p.waitForTimeout(wait);
    await p.screenshot({path:`/tmp/u/shots/${scene}-${w}.png`});
    const o = await p.evaluate(()=>Object.keys(window.stickslip));
    console.log(scene,w,o.join(" "));
    await p.close();
  }
  s.kill();
}
await b.close();
