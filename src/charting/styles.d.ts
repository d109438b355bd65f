/** Style sheets are the bundler's business; for types they are nothing. */
declare module "*.css";
