ALTER TABLE "categories" DROP CONSTRAINT "categories_id_form";--> statement-breakpoint
ALTER TABLE "contents" ALTER COLUMN "age_limit" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "contents" ALTER COLUMN "age_limit" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_id_form" CHECK ("categories"."id" ~ '^[0-9A-Za-z]{4,8}$');