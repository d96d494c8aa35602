/** What a line of the log may carry: names, numbers, codes. Never what a person or an agent said. */
export type LogFields = { readonly [name: string]: string | number | boolean | null | undefined };
