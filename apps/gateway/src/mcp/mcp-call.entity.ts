import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One call of an MCP tool: written before the call is made, completed when it is answered. Kept for 90 days. */
@Entity('mcp_calls')
@Index('mcp_calls_account_id_idx', ['account_id', 'id'])
@Index('mcp_calls_called_on_idx', ['called_on'])
export class McpCallEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'mcp_calls_pkey',
  })
  id: number;

  // No foreign keys: the log outlives what it tells about.
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('bigint') key_id: number;

  @Column('text') tool: string;

  /** As `auditedArguments` leaves them: no secrets, no personal data. */
  @Column('jsonb') arguments: object;

  /** X-Request-Id of the answer, and of the log lines of every service that took part. */
  @Column('text') request_id: string;

  /** HTTP status of the API's answer; null when there was none, because a process or a connection ended. */
  @Column('smallint', { nullable: true }) status: number | null;

  /** Error code of the API's answer. */
  @Column('text', { nullable: true }) code: string | null;

  @Column('timestamptz', { default: () => 'now()' }) called_on: Date;
  @Column('timestamptz', { nullable: true }) answered_on: Date | null;
}
