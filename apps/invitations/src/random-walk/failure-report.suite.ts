import { inspect } from 'node:util';
import { WalkFailure } from './operation-log.suite';
import { requestIdOf } from './received-mail.suite';
import type { WalkWorld } from './walk-world.suite';

const MAX_ENTRIES = 20;
const MAX_ERROR = 2_000;

/** Returns the failure with what the walk did and what became of the requests that it is about. */
export async function reported(walk: WalkWorld, failure: unknown): Promise<Error> {
  const { message } = failure as Error;
  const names = failure instanceof WalkFailure ? failure.names : [];
  const ids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const { seed, unknown } = walk.options;
  const parts = [
    `${message} (WALK_SEED=${seed}, SMTP_UNKNOWN=${unknown})`,
    ...(await Promise.all(ids.map((id) => storyOf(walk, id)))),
    'What the walk did:',
    walk.log.last(names),
    ...errorsOf(walk),
    ...(await statementsOf(walk)),
  ];
  return new Error(parts.join('\n\n'), { cause: failure });
}

/** Returns what the service logged as an error. */
function errorsOf({ world }: WalkWorld): string[] {
  return world.logs.errors().map(({ message }) => `Logged: ${inspect(message).slice(0, MAX_ERROR)}`);
}

/** Returns what Postgres is doing, to see who waits for whom. */
async function statementsOf({ world }: WalkWorld): Promise<string[]> {
  const statements = await world.admin.query<object>(
    `select pid, pg_blocking_pids(pid) as waits_for, state, wait_event, now() - xact_start as since, left(query, 300) as query
     from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
  );
  return statements.map((statement) => `Postgres: ${JSON.stringify(statement)}`);
}

async function storyOf(walk: WalkWorld, id: number): Promise<string> {
  const { admin } = walk.world;
  const [row] = await admin.query<object>(
    'select to_jsonb(r) - $2::text[] as row from invitations.requests r where id = $1',
    [id, ['rendered', 'data', 'recipient_key', 'author_key']],
  );
  const activity = await admin.query<object>(
    'select type, source, status, detail, created_at from invitations.activity where request_id = $1 order by id',
    [id],
  );
  const request = walk.model.requests.get(id);
  const conversations = walk.server.conversations.filter(
    (one) => (one.mail && requestIdOf(one.mail.messageId) === id) || request?.recipients.has(one.recipient),
  );
  return [
    `Request ${id}: ${JSON.stringify(row)}`,
    ...activity.slice(-MAX_ENTRIES).map((entry) => `  activity ${JSON.stringify(entry)}`),
    ...(request?.barriers ?? []).map(({ what, from }) => `  promised ${walk.log.at(from)} ${what}`),
    ...conversations.map(
      ({ openedAt, recipient, fate, verdict, mail }) =>
        `  conversation ${walk.log.at(openedAt)} to ${recipient}: ${fate} ${verdict} ${mail?.messageId ?? ''}`,
    ),
  ].join('\n');
}
