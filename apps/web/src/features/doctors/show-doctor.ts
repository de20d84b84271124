import type { Doctor } from '@simiente/contract/doctors/calls';
import type { QueryClient } from '@tanstack/react-query';
import { showAnswer } from '../../lib/api/cached-answer.ts';
import { queries } from '../../lib/api/client.ts';

/** Replaces the doctor on every screen. */
export async function showDoctor(cache: QueryClient, next: Doctor): Promise<void> {
  const { idDoctor } = next;
  await showAnswer(cache, queries.doctors.getOne.queryKey({ input: { idDoctor } }), next);
  void cache.invalidateQueries({ queryKey: queries.doctors.list.key() });
}
