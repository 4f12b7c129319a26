import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Leases due messages, lane by lane, in one round trip. It needs several statements. The snapshot of a single statement would be
 * older than the lock of the lane, so that a message committed in between would be missed and its lane would be scheduled after
 * it. A row that another transaction has locked is left for the next claim, so that a claim waits for nobody.
 */
const CLAIM = `
create function claim_requests(
  wanted_type text, rows_wanted integer, quantum integer, lanes_wanted integer, lease_seconds double precision
) returns setof requests language plpgsql as $$
#variable_conflict use_column
declare
  lease uuid := gen_random_uuid();
  -- An index cannot be searched for clock_timestamp(), which may change while it is read.
  reached timestamptz;
  locked bigint[];
  leased bigint[];
begin
  for pass in 1..8 loop
    reached := clock_timestamp();
    -- 1. Lanes that are due, the longest waiting first.
    select array_agg(due.sub_account_id) into locked from (
      select l.sub_account_id from lanes l
      where l.type = wanted_type and l.next_due_at <= reached
      order by l.next_due_at limit lanes_wanted for update skip locked
    ) due;
    exit when locked is null;

    -- 2. Their oldest due rows, at most a quantum of each lane. The first row of each lane comes before the second of any.
    with candidates as (
      select r.id, row_number() over (partition by l.sub_account_id order by r.due_at, r.id) as place, l.next_due_at
      from lanes l cross join lateral (
        select r.id, r.due_at from requests r
        where r.sub_account_id = l.sub_account_id and r.type = wanted_type and r.due_at <= reached
          and r.status = 'pending'
        order by r.due_at, r.id limit least(quantum, rows_wanted) for update skip locked
      ) r
      where l.type = wanted_type and l.sub_account_id = any (locked)
    ), chosen as (
      select c.id from candidates c order by c.place, c.next_due_at limit rows_wanted
    ), taken as (
      update requests r
      set status = 'sending', due_at = null, lease_id = lease, prepared_at = null, started_at = null,
        lease_until = clock_timestamp() + make_interval(secs => lease_seconds),
        version = r.version + 1, updated_on = clock_timestamp()
      from chosen where r.id = chosen.id
      returning r.id
    )
    select array_agg(t.id) into leased from taken t;

    -- 3. A lane with more due rows goes to the back of the line, the others wait for their next row.
    update lanes l set next_due_at = greatest(clock_timestamp(), coalesce(
      (select min(r.due_at) from requests r
       where r.sub_account_id = l.sub_account_id and r.type = wanted_type and r.due_at is not null
         and r.status = 'pending'), 'infinity'))
    where l.type = wanted_type and l.sub_account_id = any (locked);

    exit when leased is not null;
  end loop;

  return query select r.* from requests r where r.id = any (leased) order by r.id;
end $$`;

export class CreateClaimFunction1765800100000 implements MigrationInterface {
  readonly name = 'CreateClaimFunction1765800100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CLAIM);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function claim_requests');
  }
}
