import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The function as before, which compares with a time that it reads once before each statement. A claim had read every lane that was
 * not due, and every waiting retry of the lanes that it served. It also returns when a delivery was queued.
 */
interface Differences {
  /** The time that the conditions compare with. */
  time: string;
  /** Further columns of the result, and their values. */
  columns: string;
  values: string;
}

const claimFunction = ({ time, columns, values }: Differences): string => `
create function claim_deliveries(
  rows_wanted integer, quantum integer, lanes_wanted integer, slow_rows_wanted integer, lease_ms integer
) returns table (
  id bigint, public_id text, webhook_id bigint, trigger smallint, attempts smallint, lease_id uuid, slow boolean,
  url text, secret_enc bytea, prev_secret_enc bytea, evt_id text, event text, body bytea,
  traceparent text, tracestate text${columns}
) language plpgsql as $$
#variable_conflict use_column
declare
  lease uuid := gen_random_uuid();
  -- No index serves a condition with clock_timestamp(), which changes within a statement.
  present timestamptz;
  locked bigint[];
  leased bigint[];
  served bigint[];
begin
  loop
    present := clock_timestamp();
    -- 1. Lanes that are due, the longest waiting first. The lock makes the cap per webhook exact across replicas.
    select array_agg(due.webhook_id) into locked from (
      select l.webhook_id from lanes l
      where l.next_due_at <= ${time} and not l.paused and (slow_rows_wanted > 0 or not l.slow)
      order by l.next_due_at limit lanes_wanted for update skip locked
    ) due;
    exit when locked is null;

    -- 2. Their oldest due rows, as many as each has room for. In flight is counted, so there is no counter to drift.
    present := clock_timestamp();
    with room as (
      select l.webhook_id, l.next_due_at, l.slow, least(quantum,
          (case when l.breaker_open then 1 else l.limit_now end)
          - (select count(*)::integer from deliveries d where d.webhook_id = l.webhook_id and d.state = 1)) as free
      from lanes l where l.webhook_id = any (locked)
    ), candidates as (
      select d.id, r.slow, r.next_due_at,
        row_number() over (partition by r.slow order by r.next_due_at, d.next_attempt_at, d.id) as place
      from room r cross join lateral (
        select d.id, d.next_attempt_at from deliveries d
        where d.webhook_id = r.webhook_id and d.state = 0 and d.next_attempt_at <= ${time}
        order by d.next_attempt_at, d.id limit greatest(r.free, 0)
      ) d
    ), chosen as (
      select c.id from candidates c where not c.slow or c.place <= slow_rows_wanted
      order by c.next_due_at, c.place limit rows_wanted
    ), taken as (
      update deliveries d
      set state = 1, lease_id = lease, lease_until = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
      from chosen where d.id = chosen.id
      returning d.id, d.webhook_id
    )
    select array_agg(t.id), array_agg(distinct t.webhook_id) into leased, served from taken t;

    -- 3. Served lanes go to the back of the line. A saturated one comes back when a completion says so, at the latest
    --    in a second; an empty one when its next row is due.
    update lanes l set
      served_at = case when l.webhook_id = any (served) then clock_timestamp() else l.served_at end,
      next_due_at = case
        when l.webhook_id = any (served) then clock_timestamp()
        when (select count(*) from deliveries d where d.webhook_id = l.webhook_id and d.state = 1)
          >= (case when l.breaker_open then 1 else l.limit_now end) then clock_timestamp() + interval '1 second'
        else greatest(clock_timestamp() + interval '20 milliseconds', coalesce(
          (select min(d.next_attempt_at) from deliveries d where d.webhook_id = l.webhook_id and d.state = 0),
          'infinity'))
      end
    where l.webhook_id = any (locked);

    exit when leased is not null;
  end loop;

  return query
    select d.id, d.public_id, d.webhook_id, d.trigger, d.attempts, d.lease_id, l.slow,
      w.url, w.secret_enc, case when w.prev_secret_until > clock_timestamp() then w.prev_secret_enc end,
      e.evt_id, e.event, e.body, e.traceparent, e.tracestate${values}
    from deliveries d
    join webhooks w on w.id = d.webhook_id
    join lanes l on l.webhook_id = d.webhook_id
    join events e on e.id = d.event_id
    where d.id = any (leased)
    order by d.next_attempt_at, d.id;
end $$`;

/** Returns the statement that creates the function of this migration. */
export function claimByIndex(): string {
  return claimFunction({ time: 'present', columns: ', queued_on timestamptz', values: ', d.created_on' });
}

export class ClaimByIndex1766720000000 implements MigrationInterface {
  readonly name = 'ClaimByIndex1766720000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop function claim_deliveries');
    await runner.query(claimByIndex());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function claim_deliveries');
    await runner.query(claimFunction({ time: 'clock_timestamp()', columns: '', values: '' }));
  }
}
