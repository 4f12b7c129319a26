import { basic, type GatewayWorld } from '../gateway-world.suite';
import { codeAt } from '../two-factor/totp';
import { ask, cookieOf, type Credentials, type PageAnswer } from './sign-in-world.suite';

/** A user of the first account and the session of their browser. */
export interface Person extends Credentials {
  id: number;
  cookie: string;
}

/** A person with two-factor sign-in. */
export interface ProtectedPerson extends Person {
  secret: string;
  recoveryCodes: string[];
}

export interface People {
  /** Adds a user of the first account, by default an admin, and signs them in. */
  add: (fields?: object) => Promise<Person>;
  addProtected: (fields?: object) => Promise<ProtectedPerson>;
  /** Sends a request of one of our pages with the person's session. */
  send: (person: { cookie: string }, method: string, path: string, body?: object) => Promise<PageAnswer>;
  signIn: (person: Credentials, code?: string) => Promise<PageAnswer>;
  /** Switches two-factor sign-in on. Updates the person's cookie. */
  protect: (person: Person) => Promise<ProtectedPerson>;
  /** Returns the current code, as if no code of this person had been used. */
  code: (person: ProtectedPerson) => Promise<string>;
  /** Returns the actions about this person in the audit log, oldest first. */
  actionsOn: (person: Person) => Promise<string[]>;
}

let count = 0;

export function people(at: () => GatewayWorld): People {
  const send: People['send'] = ({ cookie }, method, path, body) =>
    ask(at(), path, { method, body, headers: { cookie } });
  const signIn: People['signIn'] = ({ email, password }, code) =>
    ask(at(), '/app/session', { method: 'POST', body: { email, password, ...(code ? { code } : {}) } });
  const add: People['add'] = async (fields = {}) => {
    const credentials = { email: `person-${(count += 1)}@example.com`, password: 'a password of theirs' };
    const body = { role_id: 1, ...credentials, ...fields };
    const added = await ask(at(), '/public/v1/users', {
      method: 'POST',
      body,
      headers: basic(at().apiKey),
    });
    const cookie = cookieOf(await signIn(credentials));
    return { ...credentials, id: Number(added.json().id), cookie };
  };
  const protect: People['protect'] = async (person) => {
    const started = await send(person, 'POST', '/app/two_factor/start', { password: person.password });
    const secret = String(started.json().secret);
    const confirmed = await send(person, 'POST', '/app/two_factor/confirm', {
      code: codeAt(secret, new Date()),
      password: person.password,
    });
    person.cookie = cookieOf(confirmed);
    return Object.assign(person, { secret, recoveryCodes: confirmed.json().recovery_codes as string[] });
  };
  return {
    add,
    addProtected: async (fields) => protect(await add(fields)),
    send,
    signIn,
    protect,
    code: async ({ id, secret }) => {
      await at().world.admin.query('update gateway.two_factors set last_step = null where user_id = $1', [
        id,
      ]);
      return codeAt(secret, new Date());
    },
    actionsOn: async ({ id }) => {
      const rows = await at().world.admin.query<{ action: string }>(
        "select action from gateway.audit where target_type = 'user' and target_id = $1 order by id",
        [id],
      );
      return rows.map(({ action }) => action);
    },
  };
}
