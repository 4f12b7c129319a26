import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name of a tag as the newest event about one of its reviews spelled it. */
@Entity('tags')
export class TagEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') name: string;
  /** Time of the event that the name comes from. */
  @Column('timestamptz') named_on: Date;
}
