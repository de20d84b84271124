CREATE TABLE "day_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "day_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"type" text NOT NULL,
	"change" integer NOT NULL,
	"is_sum" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "day_counts_by_day" ON "day_counts" USING btree ("kind","day");--> statement-breakpoint
CREATE INDEX "day_counts_to_sum" ON "day_counts" USING btree ("id") WHERE not "day_counts"."is_sum";