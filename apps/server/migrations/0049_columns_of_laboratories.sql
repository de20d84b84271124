CREATE TABLE "laboratory_columns" (
	"laboratory_id" text NOT NULL,
	"exam_type" text NOT NULL,
	"columns" text NOT NULL,
	CONSTRAINT "laboratory_columns_laboratory_id_exam_type_pk" PRIMARY KEY("laboratory_id","exam_type")
);
--> statement-breakpoint
ALTER TABLE "laboratory_columns" ADD CONSTRAINT "laboratory_columns_laboratory_id_partners_id_fk" FOREIGN KEY ("laboratory_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;