-- Only the mark of a value as corrected changes: a laboratory that corrects one value of a report marks all of them.
DROP TRIGGER refuse_rewriting ON result_values;--> statement-breakpoint
CREATE TRIGGER refuse_rewriting BEFORE UPDATE ON result_values FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'corrected' IS DISTINCT FROM to_jsonb(NEW) - 'corrected')
  EXECUTE FUNCTION refuse_rewriting();
