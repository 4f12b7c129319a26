/** What a provider wrote, and who that was. */
export interface Written<T> {
  value: T;
  /** `embedded`, or the name of the model. */
  model: string;
  /** True if the configured model failed and the embedded provider wrote it instead. */
  fallback: boolean;
  /** Identifies the prompts, the provider and the model that were configured. A cached text with another key is out of date. */
  configKey: string;
}
