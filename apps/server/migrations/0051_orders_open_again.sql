DROP INDEX "exam_orders_due";--> statement-breakpoint
CREATE INDEX "exam_orders_due" ON "exam_orders" USING btree (coalesce("due_at", 'infinity'),"id","due_at") WHERE "exam_orders"."deleted_at" is null;--> statement-breakpoint
-- The days of a study may have changed while an exam answered it: once none does, they count for the order.
CREATE OR REPLACE FUNCTION refresh_exam_orders(ids text[]) RETURNS void
  LANGUAGE sql AS $$
  UPDATE exam_order_studies s SET due_at = o.created_at + study_wait(s.exam_type)
    FROM exam_orders o
   WHERE o.id = ANY (ids) AND s.order_id = o.id
     AND s.due_at IS DISTINCT FROM o.created_at + study_wait(s.exam_type)
     AND NOT EXISTS (SELECT FROM exams e WHERE e.id = s.exam_id AND e.deleted_at IS NULL);
  WITH now_are AS (
    SELECT o.id,
           CASE WHEN bool_and(coalesce(r.status = 'validado', false)) THEN 'validado'
                WHEN bool_and(e.id IS NOT NULL) THEN 'recibido'
                WHEN EXISTS (SELECT FROM exam_order_downloads d WHERE d.order_id = o.id) THEN 'descargado'
                ELSE 'pedido' END AS state,
           min(s.due_at) FILTER (WHERE e.id IS NULL) AS due_at
      FROM exam_orders o
      LEFT JOIN exam_order_studies s ON s.order_id = o.id
      LEFT JOIN exams e ON e.id = s.exam_id AND e.deleted_at IS NULL
      LEFT JOIN result_sets r ON r.exam_id = e.id
     WHERE o.id = ANY (ids)
     GROUP BY o.id)
  UPDATE exam_orders o SET status_group = now_are.state, due_at = now_are.due_at
    FROM now_are
   WHERE now_are.id = o.id AND (o.status_group, o.due_at) IS DISTINCT FROM (now_are.state, now_are.due_at)
$$;
