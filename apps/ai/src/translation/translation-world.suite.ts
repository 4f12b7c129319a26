import { Module } from '@nestjs/common';
import type { SourceText, Translation } from '@plaudit/contracts';
import { Clock, placeIn, Secrets } from '@plaudit/runtime';
import { type HttpResult, startWorld, type World } from '@plaudit/testing';
import { AiModule } from '../ai.module';
import { aiService } from '../service';
import { TRANSLATE_KEY } from '../settings/sealed-keys';
import { KEY, type TranslatorStandIn } from './stand-ins/translator-stand-in.suite';

/** Noon, so that no spec meets midnight by accident. */
const START = new Date('2026-03-10T12:00:00.000Z');

/** A clock that the spec sets. */
class SetClock extends Clock {
  private instant = START;

  override now(): Date {
    return this.instant;
  }

  set(instant: string): void {
    this.instant = new Date(instant);
  }

  advance(ms: number): void {
    this.instant = new Date(this.instant.getTime() + ms);
  }
}

interface ChosenTranslator {
  name: string;
  url: string | null;
  key?: string;
  monthlyChars?: number;
}

/** The ai service with a clock that the spec sets, and accounts with translators of their own. */
export class TranslationWorld {
  private accounts = 0;

  private constructor(
    readonly world: World,
    readonly clock: SetClock,
    readonly definition: typeof aiService,
  ) {}

  /** Without NATS unless `nats` is true. */
  static async start(settings: Record<string, string> = {}, nats = false): Promise<TranslationWorld> {
    const clock = new SetClock();
    @Module({ imports: [{ module: AiModule, providers: [{ provide: Clock, useValue: clock }] }] })
    class AiOnClock {}
    const definition = { ...aiService, module: AiOnClock };
    const world = await startWorld({ services: [{ definition, settings }], nats });
    return new TranslationWorld(world, clock, definition);
  }

  /** Returns a new account whose texts a stand-in translates. */
  async account(standIn: TranslatorStandIn, monthlyChars = -1): Promise<TranslatingAccount> {
    return this.accountWith({ name: standIn.dialect.name, url: standIn.url, monthlyChars });
  }

  async accountWith({
    name,
    url,
    key = KEY,
    monthlyChars = -1,
  }: ChosenTranslator): Promise<TranslatingAccount> {
    this.accounts += 1;
    const id = this.accounts * 1_000;
    const secrets = new Secrets(this.world.settings('ai')['SECRETS_KEY'] as string);
    await this.world.admin.query(
      `insert into ai.provider_settings (account_id, translate_provider, translate_base_url, translate_region, translate_key_enc,
         translate_monthly_chars) values ($1, $2, $3, 'westeurope', $4, $5)`,
      [id, name, url, secrets.encrypt(key, placeIn(TRANSLATE_KEY, id)), monthlyChars],
    );
    return new TranslatingAccount(this.world, id);
  }

  async close(): Promise<void> {
    await this.world.close();
  }
}

/** An account that translates through the internal operation, as the reviews service does. */
export class TranslatingAccount {
  constructor(
    private readonly world: World,
    readonly id: number,
  ) {}

  /** Requests translations of texts, or of texts with their languages. */
  request(texts: readonly (string | SourceText)[], language = 'fr', waitMs?: number): Promise<HttpResult> {
    const body = {
      language,
      texts: texts.map((text) => (typeof text === 'string' ? { text, language: null } : text)),
      wait_ms: waitMs,
    };
    return this.world.as({ account_id: this.id }).post('ai', '/internal/translations', { body });
  }

  /** Tests the translator as the dashboard does. */
  test(): Promise<HttpResult> {
    const body = { which: 'translation' };
    return this.world.as({ account_id: this.id }).post('ai', '/public/v1/account/ai/test', { body });
  }

  /** Returns for each text its translation, or the reason in angle brackets. */
  async translate(
    texts: readonly (string | SourceText)[],
    language = 'fr',
    waitMs?: number,
  ): Promise<string[]> {
    const { status, body } = await this.request(texts, language, waitMs);
    expect(status).toBe(200);
    return (body.translations as Translation[]).map(({ text, gap }) => text ?? `<${gap}>`);
  }

  /** Returns how many characters were counted in March. */
  async used(): Promise<number> {
    const [row] = await this.world.admin.query<{ characters: number }>(
      "select characters::int from ai.translation_months where account_id = $1 and month = '2026-03-01'",
      [this.id],
    );
    return row?.characters ?? 0;
  }

  /** Returns the stored translations. */
  async stored(): Promise<string[]> {
    const rows = await this.world.admin.query<{ translation: string }>(
      'select translation from ai.translations where account_id = $1 order by translation',
      [this.id],
    );
    return rows.map(({ translation }) => translation);
  }
}
