import { ownValue } from '@plaudit/contracts/own-value';

/** A text, or one text per plural category of `Intl.PluralRules`. `{name}` stands for a value. */
export type Text = string | PluralText;
export interface PluralText {
  zero?: string;
  one?: string;
  two?: string;
  few?: string;
  many?: string;
  other: string;
}

/** The texts of a part by their keys. */
export type MessageFile = Readonly<Record<string, Text>>;

export type TextValues = Readonly<Record<string, string | number>>;

/** The texts are in the Portuguese of Portugal, where 0 takes the plural. Without a region, `pt` means that of Brazil. */
const REGIONAL_PLURALS: Readonly<Record<string, string>> = { pt: 'pt-PT' };

/** Writes values into texts of one language. */
export class Interpolator {
  private readonly plurals: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;

  constructor(language: string) {
    this.plurals = new Intl.PluralRules(ownValue(REGIONAL_PLURALS, language) ?? language);
    this.numbers = new Intl.NumberFormat(language);
  }

  /** Returns the text with its values. `count` chooses the plural form. Numbers are written in the way of the language. */
  write(text: Text, values: TextValues = {}): string {
    return this.form(text, values.count).replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = ownValue(values, name);
      if (value === undefined) return whole;
      return typeof value === 'number' ? this.numbers.format(value) : value;
    });
  }

  private form(text: Text, count: string | number | undefined): string {
    if (typeof text === 'string') return text;
    const category = typeof count === 'number' ? this.plurals.select(count) : 'other';
    return text[category] ?? text.other;
  }
}
