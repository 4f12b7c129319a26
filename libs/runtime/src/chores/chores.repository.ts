import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

/** Whose turn it is to run a chore of the service. */
@Injectable()
export class ChoresRepository {
  constructor(private readonly database: Database) {}

  /** Holds the chore for so long, and returns true. Returns false if a replica holds it. */
  async take(name: string, heldMs: number): Promise<boolean> {
    const taken = await this.database.query(
      `insert into chores (name, held_until) values ($1, clock_timestamp() + make_interval(secs => $2))
       on conflict (name) do update set held_until = excluded.held_until where chores.held_until <= clock_timestamp()
       returning name`,
      [name, heldMs / 1_000],
      'take_chore',
    );
    return taken.length > 0;
  }
}
