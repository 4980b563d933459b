ALTER TABLE "contents" ADD COLUMN "category_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- What was imported keeps its categories, and is written anew by the next import of it, which fills the names.
UPDATE "contents" SET "category_ids" = kept.ids FROM (
  SELECT content_id, array_agg(category_id ORDER BY position) AS ids FROM "content_categories" GROUP BY content_id
) kept WHERE kept.content_id = "contents".id;--> statement-breakpoint
UPDATE "contents" SET "content_hash" = NULL;--> statement-breakpoint
UPDATE "artists" SET "content_hash" = NULL;--> statement-breakpoint
ALTER TABLE "content_categories" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "content_categories" CASCADE;--> statement-breakpoint
ALTER TABLE "artists" ADD COLUMN "search_names" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "search_names" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "artists" drop column "tsv";--> statement-breakpoint
ALTER TABLE "artists" ADD COLUMN "tsv" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', search_text || ' ' || search_names)) STORED;--> statement-breakpoint
ALTER TABLE "contents" drop column "tsv";--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "tsv" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', search_text || ' ' || search_names)) STORED;--> statement-breakpoint
CREATE INDEX "artists_tsv" ON "artists" USING gin ("tsv");--> statement-breakpoint
CREATE INDEX "contents_tsv" ON "contents" USING gin ("tsv");--> statement-breakpoint
DROP INDEX "contents_type_by_rank";--> statement-breakpoint
DROP INDEX "contents_type_by_latest";--> statement-breakpoint
DROP INDEX "contents_type_by_views";--> statement-breakpoint
DROP INDEX "contents_type_by_sales";--> statement-breakpoint
DROP INDEX "contents_type_by_rate";--> statement-breakpoint
DROP INDEX "contents_by_title";--> statement-breakpoint
DROP INDEX "contents_by_rank";--> statement-breakpoint
DROP INDEX "contents_by_latest";--> statement-breakpoint
DROP INDEX "contents_by_views";--> statement-breakpoint
DROP INDEX "contents_by_sales";--> statement-breakpoint
DROP INDEX "contents_by_rate";--> statement-breakpoint
CREATE INDEX "contents_by_rank" ON "contents" USING btree ("rank","id","type","age_limit","category_ids") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_by_latest" ON "contents" USING btree ("published_at","id","type","age_limit","category_ids") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_by_views" ON "contents" USING btree ("view_count","id","type","age_limit","category_ids") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_by_sales" ON "contents" USING btree ("sale_count","id","type","age_limit","category_ids") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_by_rate" ON "contents" USING btree ("rate_score","id","type","age_limit","category_ids") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');
