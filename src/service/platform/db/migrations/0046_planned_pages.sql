CREATE TABLE "planned_pages" (
	"id" text PRIMARY KEY NOT NULL,
	"page" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"file" jsonb NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "planned_pages_page_known" CHECK ("planned_pages"."page" in ('home', 'cinema_online', 'categories', 'kids', 'packages'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "planned_pages_one" ON "planned_pages" USING btree ("page","starts_at") WHERE "planned_pages"."applied_at" is null;--> statement-breakpoint
CREATE INDEX "planned_pages_age" ON "planned_pages" USING btree ("starts_at");