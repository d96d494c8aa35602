/** What a bench prints: one flat object. */
export type Figures = { readonly [figure: string]: number | string };
