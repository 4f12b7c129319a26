import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A generation that is under way. The lease ends if its process dies. */
@Entity('generation_locks')
export class GenerationLockEntity {
  /** What is generated, such as `summary:42` or `insights:42:fr`. */
  @PrimaryColumn('text') key: string;
  @Column('uuid') lease_id: string;
  @Column('timestamptz') lease_until: Date;
}
