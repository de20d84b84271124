import { type Branch, type BranchPage, branch } from '@simiente/contract/branches';
import { examCodes } from '@simiente/contract/exam-catalogue';
import { partnerFields } from '@simiente/contract/partner-fields';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/api/client.ts';
import { staleDetails } from '../../lib/api/failure.ts';
import { partnerList } from '../partners/public.ts';
import { changeRows } from '../records/public.ts';
import { allFields, draftOf, type WrittenBranch, writtenOf } from './branch-draft.ts';
import { branchList } from './branch-list.ts';

/** A new branch of a partner, under the key that lets it be sent again. */
export interface BranchCreation {
  readonly partner: { readonly idPartner: string; readonly name: string };
  readonly written: WrittenBranch;
  readonly key: string;
}

/** Creates a branch; the lists that are loaded have it from then on. */
export function useCreateBranch() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ partner: { idPartner, name }, written, key }: BranchCreation) => {
      const answer = await api.branches.create(
        {
          ...written,
          exam_available: examCodes.filter((code) => written.exam_available.includes(code)),
          namePartner: name,
          partner: { id: idPartner, name },
        },
        { context: { idempotencyKey: key } },
      );
      return answer.data.newBranch;
    },
    onSuccess: (created) => {
      appendBranch(cache, created);
      void cache.invalidateQueries({ queryKey: queries.branches.places.key() });
      void cache.invalidateQueries({ queryKey: partnerList.listsKey });
      void cache.invalidateQueries({
        queryKey: queries.partners.getOne.key({ input: { idPartner: created.partner.id } }),
      });
    },
  });
}

/** What changes of a branch, from a version. */
export interface BranchEdit {
  readonly idBranch: string;
  readonly version: number;
  readonly written: Partial<WrittenBranch>;
}

/** Saves an edit; what comes back is what the screens show. */
export function useUpdateBranch() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: updateBranch,
    onSuccess: (saved) => showBranch(cache, saved),
    onError: async (error) => {
      const current = currentBranchOf(error);
      if (current) await showBranch(cache, current);
    },
  });
}

async function updateBranch({ written, ...edit }: BranchEdit): Promise<Branch> {
  try {
    return (await api.branches.update({ ...edit, ...written })).data.branch;
  } catch (error) {
    const current = error instanceof Error ? currentBranchOf(error) : undefined;
    // Our own edit, whose answer was lost, or somebody's who wrote the same: nothing is left to choose.
    if (current && isDone(current, written)) return current;
    throw error;
  }
}

function isDone(current: Branch, written: Partial<WrittenBranch>): boolean {
  const now = writtenOf(draftOf(current), allFields);
  return Object.entries({ ...written, ...kept(written) }).every(
    ([field, value]) => JSON.stringify(now[field as keyof WrittenBranch]) === JSON.stringify(value),
  );
}

/** What the server makes of a website that is sent without a scheme. */
function kept({ website }: Partial<WrittenBranch>): Partial<WrittenBranch> {
  return website === undefined ? {} : { website: partnerFields.website.parse(website) };
}

/** The branch as somebody else left it, when that is what an edit was refused for. */
export function currentBranchOf(error: Error | null): Branch | undefined {
  return branch.safeParse(staleDetails(error)).data;
}

/** Puts a new branch at the end of its partner's lists, but of those that only show what a search found. */
export function appendBranch(cache: QueryClient, created: Branch): void {
  for (const query of cache.getQueryCache().findAll({ queryKey: branchList.pagesKey })) {
    const { input } = (query.queryKey[1] ?? {}) as {
      input?: { idPartner?: string; search?: string };
    };
    if (input?.idPartner !== created.partner.id || input.search !== undefined) continue;
    cache.setQueryData<{ pages: { status: 200; data: BranchPage }[] }>(
      query.queryKey,
      (loaded) => loaded && withLast(loaded, created),
    );
  }
}

function withLast<Loaded extends { pages: { status: 200; data: BranchPage }[] }>(
  loaded: Loaded,
  created: Branch,
): Loaded {
  const last = loaded.pages.length - 1;
  return {
    ...loaded,
    pages: loaded.pages.map((page, index) => ({
      ...page,
      data: {
        ...page.data,
        total: page.data.total + 1,
        branches: index === last ? [...page.data.branches, created] : page.data.branches,
      },
    })),
  };
}

async function showBranch(cache: QueryClient, saved: Branch): Promise<void> {
  const { queryKey } = queries.branches.getOne.queryOptions({
    input: { idBranch: saved.idBranch },
  });
  // An answer that is on its way was made before.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, { status: 200, data: { branch: saved } });
  changeRows(cache, branchList, (row) => (row.idBranch === saved.idBranch ? saved : row));
  void cache.invalidateQueries({ queryKey: queries.branches.list.key() });
  void cache.invalidateQueries({ queryKey: queries.branches.places.key() });
}
