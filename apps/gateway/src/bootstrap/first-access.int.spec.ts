import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@plaudit/testing';
import { basic, startGatewayWorld } from '../gateway-world.suite';
import { deleteUsedFirstAccess, handOverFirstAccess, keepFirstAccessOf } from './first-access';

describe('handOverFirstAccess', () => {
  const SECRETS = {
    accountId: 1,
    email: 'a@b',
    apiKey: 'rk_x',
    password: 'open sesame',
    setupUrl: 'http://a/app/setup#t=token',
  };
  let folder: string;
  let printed: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'first-access-'));
    printed = '';
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const place = (isTTY?: boolean) => ({
    stdout: { isTTY, write: (text: string) => (printed += text) },
    folder: () => folder,
  });

  it('prints the generated secrets to a terminal, and the variable of a secret from the environment', () => {
    handOverFirstAccess({ ...SECRETS, password: null, setupUrl: null }, place(true));
    expect(printed).not.toContain('Setup');
    expect(printed).toContain('API key   rk_x');
    expect(printed).toContain('Password  the value of BOOTSTRAP_PASSWORD');
    const file = join(folder, 'first-access.txt');
    expect(printed).toContain(`also in ${file}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('writes no file beside a terminal if the key is from the environment', () => {
    handOverFirstAccess({ ...SECRETS, apiKey: null }, place(true));
    expect(printed).toContain('open sesame');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('still prints the secrets to a terminal when the file cannot be written', () => {
    handOverFirstAccess(SECRETS, { ...place(true), folder: () => join(folder, 'missing') });
    expect(printed).toContain('open sesame');
    expect(printed).not.toContain('also in');
  });

  it('writes the secrets to a file that only its owner can read when stdout is not a terminal', () => {
    handOverFirstAccess(SECRETS, place());
    const file = join(folder, 'first-access.txt');
    expect(printed).toContain(file);
    for (const secret of ['rk_x', 'open sesame', 'http://a/app/setup#t=token']) {
      expect(printed).not.toContain(secret);
      expect(readFileSync(file, 'utf8')).toContain(secret);
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('replaces an existing file or link instead of writing through it', () => {
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'mine', { mode: 0o644 });
    symlinkSync(elsewhere, join(folder, 'first-access.txt'));
    handOverFirstAccess(SECRETS, place());
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
    expect(statSync(join(folder, 'first-access.txt')).mode & 0o777).toBe(0o600);
  });

  it('prints how to get other credentials when the file cannot be written', () => {
    handOverFirstAccess(SECRETS, { ...place(), folder: () => join(folder, 'missing') });
    expect(printed).toContain('Start again with your own BOOTSTRAP_API_KEY');
    expect(printed).not.toContain('rk_x');
  });
});

describe('the file with the first key', () => {
  it('is deleted after the first use of the key, also by a gateway that started later, and not before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'first-access-'));
    const file = join(folder, 'first-access.txt');
    const gateway = await startGatewayWorld();
    const access = { accountId: 1, email: 'a@b', apiKey: gateway.apiKey, password: null, setupUrl: null };
    handOverFirstAccess(access, { stdout: { write: () => true }, folder: () => folder });
    await deleteUsedFirstAccess(async () => false);
    expect(existsSync(file)).toBe(true);
    await fetch(`${gateway.url}/public/v1/hello`, { headers: basic(gateway.apiKey) });
    await eventually(
      () => existsSync(file),
      (exists) => !exists,
      'the file to be deleted',
    );

    writeFileSync(file, `  API key   ${gateway.apiKey}\n`);
    keepFirstAccessOf(folder);
    await eventually(
      () => existsSync(file),
      (exists) => !exists,
      'the file of an earlier start to be deleted',
    );
    rmSync(folder, { recursive: true });
    await gateway.close();
  });
});
