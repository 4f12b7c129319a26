import 'reflect-metadata';
import type { MessageHandler } from '@nestjs/microservices';
import { type DomainEvent, reviewCreated, type ReviewPayload } from '@plaudit/contracts';
import { type EventWith, fieldsOf, OnEvent } from './on-event.decorator';

describe('OnEvent', () => {
  it('compiles only for a method that reads no other fields than the declared ones', () => {
    class Handler {
      @OnEvent(reviewCreated, 'id', 'text')
      async declared({ data }: EventWith<ReviewPayload, 'id'>): Promise<void> {
        expect(data.id).toBeGreaterThan(0);
      }

      @OnEvent(reviewCreated)
      async none({ subject }: DomainEvent): Promise<void> {
        expect(subject).toBeDefined();
      }

      // @ts-expect-error The method reads all fields and declares one.
      @OnEvent(reviewCreated, 'id')
      async undeclared({ data }: DomainEvent<ReviewPayload>): Promise<void> {
        expect(data.text).toBeDefined();
      }
    }
    // @ts-expect-error A review has no such field.
    expect(OnEvent(reviewCreated, 'colour')).toBeInstanceOf(Function);
    expect(Handler.prototype.declared).toBeInstanceOf(Function);
  });
});

describe('fieldsOf', () => {
  const handler = (fields: string[] | undefined, next?: MessageHandler): MessageHandler =>
    Object.assign(async () => {}, { extras: fields && { fields }, next }) as never;

  it('returns the fields of all chained handlers', () => {
    expect(fieldsOf(handler(['id'], handler([], handler(['id', 'text']))))).toEqual(['id', 'text']);
  });

  it('returns null if one of them declares no fields', () => {
    expect(fieldsOf(handler(['id'], handler(undefined)))).toBeNull();
  });
});
