import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
const bin = process.env.BIN ?? "/tmp/u/old-stickslip";
export async function serve(target, page) {
  const args = ["view", ...(target ? [target] : []), "--port", "0", "--folder", "/tmp/u"];
  if (page) args.push("--page", page);
  const child = spawn(bin, args);
  return new Promise((done) => { let said=""; const l=(c)=>{said+=c; const f=/http:\/\/127\.0\.0\.1:(\d+)\//.exec(said); if(f) done({address:f[0], kill:()=>child.kill("SIGKILL")});}; child.stdout.on("data",l); child.stderr.on("data",l); });
}
export const browser = () => chromium.launch({executablePath:"/usr/bin/chromium", args:["--use-angle=swiftshader","--enable-unsafe-swiftshader","--disable-accelerated-2d-canvas","--no-sandbox","--ignore-gpu-blocklist"]});
