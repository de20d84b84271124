ALTER TABLE "result_corrections" ADD COLUMN "validated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "result_corrections" ADD COLUMN "validated_by" text;--> statement-breakpoint
-- Two changes of one order's studies at once: each locks the order before it reads, so that the later one sees both.
-- A weaker lock than that of a key, which the rows of both changes already share.
CREATE OR REPLACE FUNCTION refresh_orders_of_rows() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  ids text[];
BEGIN
  IF TG_ARGV[0] = 'order' THEN
    ids := array(SELECT DISTINCT order_id FROM changed);
  ELSIF TG_ARGV[0] = 'exam' THEN
    ids := array(SELECT DISTINCT s.order_id FROM changed JOIN exam_order_studies s ON s.exam_id = changed.id);
  ELSE
    ids := array(SELECT DISTINCT s.order_id FROM changed JOIN exam_order_studies s ON s.exam_id = changed.exam_id);
  END IF;
  IF cardinality(ids) > 0 THEN
    PERFORM FROM exam_orders WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
    PERFORM refresh_exam_orders(ids);
  END IF;
  RETURN NULL;
END
$$;
