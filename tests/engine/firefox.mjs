// Drives Firefox for tests/engine/browsers.py: lines of {"open": address} or {"evaluate": expression}
// come in, lines of {"value": ...} or {"error": ...} go out.
import readline from "node:readline";
import puppeteer from "puppeteer-core";

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: "/usr/bin/firefox-esr",
  headless: true,
});
const page = await browser.newPage();
for await (const line of readline.createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  let answer = {};
  try {
    if ("open" in asked) await page.goto(asked.open);
    else answer = { value: await page.evaluate(asked.evaluate) };
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await browser.close();
