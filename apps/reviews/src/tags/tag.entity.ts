import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('tags')
@Index('tags_name_idx', { synchronize: false })
export class TagEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') name: string;
}
