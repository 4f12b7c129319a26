import { webUrl } from '@plaudit/runtime/content';
import { type JsonObject, type Path, valueAt } from '../builders/json-paths';
import type { Read } from '../builders/json-spec';
import type { AboutStore } from '../builders/stores-platform';
import { CrawlError } from '../crawl-error';

/** The questions of a form or survey whose answers make a review. */
interface AskedQuestions {
  rating: object | null;
  /** Questions whose answers are the text. */
  texts: readonly string[];
}

/** Where a platform has the definition of a form or survey. */
interface Definition<Questions> {
  what: 'form' | 'survey';
  urlOf(id: string): string;
  /** Where a definition has the URL of the form. */
  link?: Path;
  questionsOf(definition: JsonObject): Questions;
}

/** How a platform reads the definitions of its stores, which are forms or surveys. */
interface ReadDefinition<Questions> {
  aboutStore(id: string, ctx: unknown, key: unknown, read: Read): Promise<AboutStore>;
  extra(rows: unknown, page: { partition: string }, ctx: unknown, read: Read): Promise<Questions>;
}

/**
 * Reads from the definition of a form or survey what it is called and which questions make a review. Owners edit their forms, so
 * the questions are read with each page. A form that asks for no review becomes INVALID_PROFILE.
 */
export function readDefinition<Questions extends AskedQuestions>({
  what,
  urlOf,
  link = [],
  questionsOf,
}: Definition<Questions>): ReadDefinition<Questions> {
  return {
    async aboutStore(id, _ctx, _key, read) {
      const definition = await read({ url: urlOf(id) });
      const { rating, texts } = questionsOf(definition);
      if (rating !== null || texts.length > 0)
        return { name: valueAt(definition, 'title'), url: webUrl(valueAt(definition, link)) };
      const msg = `The ${what} ${id} asks for neither a rating nor a text. Send the id of another ${what}.`;
      throw new CrawlError('INVALID_PROFILE', msg);
    },

    extra: async (_rows, { partition }, _ctx, read) => questionsOf(await read({ url: urlOf(partition) })),
  };
}
