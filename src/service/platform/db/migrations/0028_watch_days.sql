CREATE TABLE "content_watch_days" (
	"content_id" text NOT NULL,
	"day" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"seconds" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "content_watch_days_content_id_day_pk" PRIMARY KEY("content_id","day"),
	CONSTRAINT "content_watch_days_counts" CHECK ("content_watch_days"."views" >= 0 and "content_watch_days"."seconds" >= 0)
);
--> statement-breakpoint
ALTER TABLE "content_watch_days" ADD CONSTRAINT "content_watch_days_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_watch_days_day" ON "content_watch_days" USING btree ("day");