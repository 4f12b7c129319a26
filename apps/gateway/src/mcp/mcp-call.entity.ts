import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One call of an MCP tool. The row is inserted before the call, completed after it, and deleted after 90 days. */
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

  // No foreign keys, because the log outlives accounts and keys.
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('bigint') key_id: number;

  @Column('text') tool: string;

  /** Filtered by `auditedArguments`: no secrets and no personal data. */
  @Column('jsonb') arguments: object;

  /** X-Request-Id of the response. The log lines of all services that took part have the same. */
  @Column('text') request_id: string;

  /** HTTP status of the API's response. Null if there was none, because a process or a connection ended. */
  @Column('smallint', { nullable: true }) status: number | null;

  /** Error code of the API's response. */
  @Column('text', { nullable: true }) code: string | null;

  @Column('timestamptz', { default: () => 'now()' }) called_on: Date;
  @Column('timestamptz', { nullable: true }) answered_on: Date | null;
}
