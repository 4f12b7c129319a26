import { Browser, API, appsOf, CALLBACK, MCP, type OAuthWorld, startOAuthWorld } from './oauth-world.suite';

let world: OAuthWorld;
const { connect, call, register, ask, approve, codeFor, redeem } = appsOf(() => world);

beforeAll(async () => {
  world = await startOAuthWorld();
});
afterAll(() => world.close());

it('connects', async () => {
  const person = await world.add();
  const app = await register();
  const browser = new Browser(world.gateway, person);
  const page = await ask(browser, app);
  console.log(page);
  console.log((await browser.page(`${page}/request`)).text);
  const approved = await approve(browser, page);
  console.log(approved.text);
  const back = await browser.open(String(approved.json().redirect_to));
  console.log(back.status, back.location, back.text);
  const code = new URL(back.location as string).searchParams.get('code') as string;
  const tokens = await redeem(app, code);
  console.log(tokens.text);
  const called = await call(String(tokens.json().access_token));
  console.log(called.status, called.text);
  void [API, CALLBACK, MCP, connect, codeFor];
  expect(called.status).toBe(200);
});
