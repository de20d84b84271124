import { type QueryFunction, type QueryKey, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** How many records a list has; a list may have more figures, such as counts by status. */
export interface ListFigures {
  readonly total: number;
  readonly totalIsCapped: boolean;
}

/** The figures as their call answers them. */
export interface FiguresAnswer<Figures extends ListFigures> {
  readonly data: Figures;
}

/**
 * The call for figures that pages come without. Its key begins with that of the list, so that whatever cancels or
 * refetches the list does so with its figures.
 */
export interface FiguresApart<Figures extends ListFigures> {
  /** Of the figures of any filters. */
  readonly key: QueryKey;
  queryOf(filters: object): {
    readonly queryKey: QueryKey;
    readonly queryFn: QueryFunction<FiguresAnswer<Figures>>;
  };
}

export interface FiguresRequest<Input extends object> {
  readonly input: Input;
  readonly queryKey: QueryKey;
}

/**
 * The call for the figures of a list.
 * @param listKey of the list with any input: `[path, …]`
 * @param optionsOf the options of the query that makes the call
 */
export function figuresBeside<Query, Input extends object = object>(
  [path]: QueryKey,
  optionsOf: (of: FiguresRequest<Input>) => Query,
) {
  const key: QueryKey = [[...(path as readonly string[]), 'figures']];
  return {
    key,
    queryOf: (input: Input) => optionsOf({ input, queryKey: [...key, { input }] }),
  };
}

/** The filters of a list's query, on which its figures depend: its input without order and page. */
export function filtersOf([, state]: QueryKey): object {
  const { input } = state as { readonly input: Readonly<Record<string, unknown>> };
  const { sort: _s, limit: _l, cursor: _c, figures: _f, ...filters } = input;
  return filters;
}

/** The figures that came with a page's rows. */
export function figuresIn<Figures extends ListFigures>(
  page: Partial<ListFigures> | undefined,
): Figures | undefined {
  return page?.total === undefined ? undefined : (page as Figures);
}

/** What is known of a list's figures. */
export interface KnownFigures<Figures extends ListFigures> {
  /** While the rows on the screen are being counted, those that were shown before. */
  readonly figures: Figures | undefined;
  readonly isCounting: boolean;
  /** Asks again for figures that did not come. */
  readonly countAgain: (() => void) | undefined;
}

const NONE: QueryKey = ['figures that come with the rows'];

interface ShownPage {
  readonly page: Partial<ListFigures> | undefined;
  /** It is of the previous filters. */
  readonly isEarlier: boolean;
}

/**
 * The figures of a list: those of its newest page or, where this came without, of their own call. It is made only once
 * the rows are here, so that a search that is typed on, or has all its results on one page, counts nothing.
 */
export function useFigures<Figures extends ListFigures>(
  apart: FiguresApart<Figures> | undefined,
  listKey: QueryKey,
  { page, isEarlier }: ShownPage,
): KnownFigures<Figures> {
  const inPage = figuresIn<Figures>(page);
  const isNeeded = page !== undefined && inPage === undefined && !isEarlier;
  const asked = apart?.queryOf(filtersOf(listKey));
  const counted = useQuery<FiguresAnswer<Figures>>({
    queryKey: asked?.queryKey ?? NONE,
    queryFn: asked?.queryFn ?? skipToken,
    enabled: isNeeded && asked !== undefined,
  });
  const current = inPage ?? (isNeeded ? counted.data?.data : undefined);
  const [shown, show] = useState(current);
  if (current !== undefined && current !== shown) show(current);
  const hasFailed = isNeeded && current === undefined && counted.isError;
  return {
    figures: page === undefined || hasFailed ? undefined : (current ?? shown),
    isCounting: isNeeded && current === undefined && !counted.isError,
    countAgain: hasFailed ? () => void counted.refetch() : undefined,
  };
}
