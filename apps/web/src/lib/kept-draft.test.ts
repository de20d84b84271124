import { expect, test } from 'vitest';
import { keepDraft, takeDraft } from './kept-draft.ts';

const mine = { owner: 'mariana@simiente.example', place: 'list' };

test('what was kept comes back once, to who wrote it and where', () => {
  keepDraft({ ...mine, content: 'a medias' });
  expect(takeDraft({ ...mine, place: 'usr_1' })).toBeUndefined();
  expect(takeDraft(mine)).toBe('a medias');
  expect(takeDraft(mine)).toBeUndefined();
});

test('somebody else gets nothing, and nothing stays for later', () => {
  keepDraft({ ...mine, content: 'a medias' });
  expect(takeDraft({ ...mine, owner: 'otra@simiente.example' })).toBeUndefined();
  expect(takeDraft(mine)).toBeUndefined();
});
