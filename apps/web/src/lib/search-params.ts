import { isRecordId } from '@simiente/contract/common/id-text';
import { type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';

export interface SearchParam<Value> {
  /** Value of a missing parameter; URLs leave it out. */
  readonly initial: Value;
  /** Undefined for an invalid value, which is treated as missing. */
  read(value: unknown, search: Readonly<Record<string, unknown>>): Value | undefined;
}

type Params = Readonly<Record<string, SearchParam<unknown>>>;

/** The type of a route's search with these parameters. */
export type Search<Declared extends Params> = {
  [Name in keyof Declared]: Declared[Name] extends SearchParam<infer Value> ? Value : never;
};

/** The search parameters of a route. In a list, `filters` narrow the rows, and `others` determine their view. */
export function listSearch<Filters extends Params, Others extends Params = Record<never, never>>(
  filters: Filters,
  others = {} as Others,
) {
  const params: Params = { ...filters, ...others };
  type Values = Search<Filters> & Search<Others>;
  const initial = mapValues(params, (param) => param.initial) as Values;
  return {
    initial,
    filterNames: Object.keys(filters) as readonly (keyof Values & string)[],
    route: {
      validateSearch: (search: Partial<Values> & SearchSchemaInput): Values =>
        mapValues(
          params,
          (param, name) => param.read(Reflect.get(search, name), search) ?? param.initial,
        ) as Values,
      search: { middlewares: [stripSearchParams<Values>(initial as never)] },
    },
  };
}

function mapValues(params: Params, to: (param: SearchParam<unknown>, name: string) => unknown) {
  return Object.fromEntries(Object.entries(params).map(([name, param]) => [name, to(param, name)]));
}

/** One of several values, by default `initial`. */
export function choice<const Value extends string | number>(
  values: readonly Value[],
  initial: Value,
): SearchParam<Value>;
export function choice<const Value extends string | number>(
  values: readonly Value[],
): SearchParam<Value | undefined>;
export function choice(
  values: readonly (string | number)[],
  initial?: string | number,
): SearchParam<string | number | undefined> {
  return { initial, read: (value) => values.find((allowed) => allowed === value) };
}

export const flag: SearchParam<boolean> = { initial: false, read: (value) => value === true };

export const textParam: SearchParam<string | undefined> = {
  initial: undefined,
  read: (value) => (typeof value === 'string' ? value : undefined),
};

/** The id of a record. The router parses an id of only digits as a number. */
export const idParam: SearchParam<string | undefined> = {
  initial: undefined,
  read: (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    return isRecordId(text) ? text : undefined;
  },
};
