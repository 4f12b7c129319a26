import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One request of a link of a message. Whether a person or a program sent it is decided two minutes later. */
@Entity('hits')
@Index('hits_due_idx', { synchronize: false })
@Index('hits_request_idx', ['request_id', 'happened_at'])
export class HitEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') request_id: number;
  /** review, open, unsubscribe or trap. */
  @Column('text') kind: string;
  /** Which of the review links it was: 0 for the main one. */
  @Column('smallint', { default: 0 }) link: number;
  @Column('timestamptz', { default: () => 'now()' }) happened_at: Date;
  /** The client's address without its last part, /24 or /48. */
  @Column('text', { nullable: true }) network: string | null;
  @Column('text', { nullable: true }) user_agent: string | null;
  /** When it may be decided: two minutes after it happened, and later after each failure. */
  @Column('timestamptz', { default: () => "(now() + '00:02:00')" }) decide_at: Date;
  /** How often deciding it has failed. */
  @Column('smallint', { default: 0 }) attempts: number;
  /** person, program, or unknown if it could not be decided; null until then. */
  @Column('text', { nullable: true }) verdict: string | null;
}
