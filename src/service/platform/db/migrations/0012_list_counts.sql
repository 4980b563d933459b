CREATE TABLE "list_counts" (
	"owner_id" text NOT NULL,
	"list" text NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "list_counts_owner_id_list_pk" PRIMARY KEY("owner_id","list")
);
--> statement-breakpoint
CREATE TABLE "started_titles" (
	"profile_id" text NOT NULL,
	"title_id" text NOT NULL,
	"is_series" boolean NOT NULL,
	"content_id" text NOT NULL,
	"is_finished" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "started_titles_profile_id_title_id_pk" PRIMARY KEY("profile_id","title_id")
);
--> statement-breakpoint
CREATE TABLE "watched_titles" (
	"profile_id" text NOT NULL,
	"title_id" text NOT NULL,
	"is_series" boolean NOT NULL,
	"content_id" text NOT NULL,
	"last_watched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "watched_titles_profile_id_title_id_pk" PRIMARY KEY("profile_id","title_id")
);
--> statement-breakpoint
ALTER TABLE "watch_history" ADD COLUMN "series_id" text;
--> statement-breakpoint
CREATE INDEX "list_counts_reports" ON "list_counts" USING btree ("total","owner_id") WHERE "list_counts"."list" = 'reports';
--> statement-breakpoint
CREATE INDEX "started_titles_unfinished" ON "started_titles" USING btree ("profile_id","updated_at","title_id") WHERE not "started_titles"."is_finished";
--> statement-breakpoint
CREATE INDEX "started_titles_finished_series" ON "started_titles" USING btree ("profile_id","updated_at","title_id") WHERE "started_titles"."is_finished" and "started_titles"."is_series";
--> statement-breakpoint
CREATE INDEX "watched_titles_newest" ON "watched_titles" USING btree ("profile_id","last_watched_at","title_id");
--> statement-breakpoint
CREATE INDEX "watched_titles_by_type" ON "watched_titles" USING btree ("profile_id","is_series","last_watched_at","title_id");
