/*
 * In place of protobuf's JSON form, which Connect's transport brings along and this page never speaks (connect-page.ts asks for the
 * binary one): 9 KB of the first load. Errors of calls are plain JSON, and no message.
 */
function notHere(): never {
  throw new Error("the page speaks protobuf's binary form alone");
}

export {
  notHere as enumFromJson,
  notHere as enumToJson,
  notHere as fromJson,
  notHere as fromJsonString,
  notHere as isEnumJson,
  notHere as mergeFromJson,
  notHere as mergeFromJsonString,
  notHere as toJson,
  notHere as toJsonString,
};
